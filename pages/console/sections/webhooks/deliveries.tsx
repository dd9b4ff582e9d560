import { Send } from "lucide-preact";
import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { moment } from "../../../shared/money";
import { Button } from "../../../shared/parts/button";
import { useAct } from "../../acts";
import { madeWithin, useDays } from "../../parts/days";
import { List } from "../../parts/list";
import { oneOf } from "../../parts/query";
import { management, useProject } from "../../session";
import { Replay } from "./replay";
import { useAttemptWords } from "./state";
import { useWebhookText } from "./texts";

type Delivery = Schemas["WebhookDelivery"];

const HOOK = "/management/v1/projects/{projectId}/webhooks/{webhookId}" as const;
const STATUSES = ["PENDING", "RETRYING", "SUCCEEDED", "DEAD"] as const;
const LOOKS = { PENDING: "", RETRYING: "warn", SUCCEEDED: "good", DEAD: "bad" };
const POLL_MS = 2_000;

const isOnItsWay = ({ status }: Delivery) => status === "PENDING" || status === "RETRYING";

/** What a webhook was told, and how it went. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const t = useWebhookText();
  const spoken = language.use();
  const days = useDays();
  const cameOf = useAttemptWords();
  const { id: projectId } = useProject();
  const path = { projectId, webhookId };
  const name = `deliveries of ${webhookId}`;
  return (
    <section class="stack">
      <header class="apart">
        <h2>{t("deliveries")}</h2>
        <Replay path={path} refresh={[name]} />
      </header>
      <List
        load={async ({ page, limit, filters }) => {
          const status = oneOf(STATUSES, filters.status);
          const query = { page, limit, ...madeWithin(filters), ...(status && { status }) };
          const call = management().GET(`${HOOK}/deliveries`, { params: { path, query } });
          const { data, total } = await answerOf(call);
          return { rows: data, total };
        }}
        name={name}
        label={t("deliveries")}
        keyOf={({ id }) => id}
        pollMs={(rows) => (rows.some(isOnItsWay) ? POLL_MS : false)}
        filters={[
          {
            name: "status",
            label: t("state"),
            choices: STATUSES.map((status) => [status, t(`status.${status}`)] as const),
          },
          ...days,
        ]}
        columns={[
          { name: "n", head: t("sequence"), isNumber: true, cell: ({ sequence }) => sequence },
          {
            name: "kind",
            head: t("kind"),
            cell: ({ type }) => <span class="mono small break">{type}</span>,
          },
          {
            name: "state",
            head: t("state"),
            cell: ({ status }) => (
              <span class={`badge ${LOOKS[status]}`}>{t(`status.${status}`)}</span>
            ),
          },
          {
            name: "attempts",
            head: t("attempts"),
            isNumber: true,
            cell: ({ attempts }) => attempts,
          },
          {
            name: "last",
            head: t("last"),
            cell: ({ last_attempt: last }) =>
              last && (
                <span class="small">
                  <span class="nowrap">{moment(last.at, spoken)}</span>
                  <span class="soft">
                    {" "}
                    {cameOf(last)}, {last.milliseconds} ms
                  </span>
                </span>
              ),
          },
          {
            name: "due",
            head: t("due"),
            cell: ({ due_at }) =>
              due_at && <span class="small nowrap">{moment(due_at, spoken)}</span>,
          },
          {
            name: "again",
            head: t("again"),
            cell: (delivery) => <Again path={path} delivery={delivery} refresh={[name]} />,
          },
        ]}
        empty={{ icon: Send, title: t("deliveries.none") }}
      />
    </section>
  );
}

interface AgainProps {
  path: { projectId: string; webhookId: string };
  delivery: Delivery;
  refresh: readonly string[];
}

/** Sends one event again, whatever came of it. */
function Again({ path, delivery: { id, sequence }, refresh }: AgainProps) {
  const t = useWebhookText();
  const { act, isBusy } = useAct();
  const params = { path: { ...path, deliveryId: id } };
  const run = () =>
    answerOf(management().POST(`${HOOK}/deliveries/{deliveryId}/replay`, { params }));
  return (
    <Button
      look="little"
      isBusy={isBusy}
      onClick={() => void act({ run, done: t("again.done", { n: sequence }), refresh })}
    >
      <Send size={14} aria-hidden="true" />
      {t("again")}
    </Button>
  );
}
