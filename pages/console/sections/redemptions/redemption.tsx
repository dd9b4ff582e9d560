import { CircleX } from "lucide-preact";
import { Link } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { moment, money } from "../../../shared/money";
import { useReason } from "../../parts/failure";
import { Head } from "../../parts/head";
import { One } from "../../parts/one";
import { server, useProject } from "../../session";
import { Breakdown } from "./breakdown";
import { type Entry, Redeemed, RedemptionState, Shopper } from "./facts";
import { RollBack } from "./roll-back";
import { useRedemptionText } from "./texts";

/** One use of a code or promotion, or what took it back. */
export function Redemption({ id }: { id: string }) {
  const t = useRedemptionText();
  return (
    <One
      name={["redemptions", id]}
      load={() => answerOf(server().GET("/v1/redemptions/{id}", { params: { path: { id } } }))}
      back={["/redemptions", t("back")]}
    >
      {(entry) => <Shown entry={entry} />}
    </One>
  );
}

function Shown({ entry }: { entry: Entry }) {
  const t = useRedemptionText();
  const reasonOf = useReason();
  const { object, status, failure_code, failure_message, order } = entry;
  return (
    <>
      <Head title={t(object)} beside={<RedemptionState entry={entry} />}>
        {object === "redemption" && status === "SUCCEEDED" && <RollBack redemption={entry} />}
      </Head>
      {status === "FAILED" && (
        <p class="notice bad">
          <CircleX size={18} aria-hidden="true" />
          <span class="break">
            {[t("failed"), reasonOf(failure_code) ?? failure_code, failure_message]
              .filter(Boolean)
              .join(": ")}
          </span>
        </p>
      )}
      <Facts entry={entry} />
      {order && <Breakdown order={order} />}
    </>
  );
}

const entryLink = (id: string) => (
  <Link href={`/redemptions/${id}`} class="mono break">
    {id}
  </Link>
);

function Facts({ entry }: { entry: Entry }) {
  const t = useRedemptionText();
  const spoken = language.use();
  const { currency } = useProject();
  const { gift, loyalty_card, reward, order, tracking_id, channel, redemption } = entry;
  const isRollback = entry.object === "redemption_rollback";
  const facts = [
    [t("redeemed"), <Redeemed key="redeemed" entry={entry} />],
    [t("when"), moment(entry.date, spoken)],
    [t("customer"), <Shopper key="customer" entry={entry} />],
    [t("order"), order ? (order.source_id ?? order.id) : t("none")],
    [t("credits"), gift && money(gift.amount, currency, spoken)],
    [t("points"), loyalty_card?.points.toLocaleString(spoken)],
    [t("reward"), reward?.name],
    [t(isRollback ? "of" : "parent"), redemption && entryLink(redemption)],
    [t("reason"), isRollback && entry.reason],
    [t("tracking"), tracking_id],
    [t("channel"), channel.channel_type],
    [
      t("id"),
      <span key="id" class="mono">
        {entry.id}
      </span>,
    ],
  ] as const;
  return (
    <dl class="card facts">
      {facts.map(
        ([head, value]) =>
          value && (
            <div key={head}>
              <dt>{head}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
