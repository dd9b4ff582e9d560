import { Send } from "lucide-preact";
import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { moment } from "../../../shared/money";
import { Button } from "../../../shared/parts/button";
import { useAct } from "../../acts";
import { List } from "../../parts/list";
import { management, useProject } from "../../session";
import { useWebhookText } from "./texts";

type Delivery = Schemas["WebhookDelivery"];

const HOOK = "/management/v1/projects/{projectId}/webhooks/{webhookId}" as const;
const STATUSES = ["PENDING", "RETRYING", "SUCCEEDED", "DEAD"] as const;
const LOOKS = { PENDING: "", RETRYING: "warn", SUCCEEDED: "good", DEAD: "bad" };
const POLL_MS = 2_000;

const statusOf = (text: string | undefined) => STATUSES.find((status) => status === text);
const isOnItsWay = ({ status }: Delivery) => status === "PENDING" || status === "RETRYING";

/** What a webhook was told, and how it went. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const t = useWebhookText();
  const spoken = language.use();
  const { id: projectId } = useProject();
  const { act, isBusy } = useAct();
  const path = { projectId, webhookId };
  const name = `deliveries of ${webhookId}`;
  const refresh = [name];
  const again = ({ id, sequence }: Delivery) =>
    act({
      run: () =>
        answerOf(
          management().POST(`${HOOK}/deliveries/{deliveryId}/replay`, {
            params: { path: { ...path, deliveryId: id } },
          }),
        ),
      done: t("again.done", { n: sequence }),
      refresh,
    });
  const replayDead = () => {
    const run = async () => {
      const body = { status: "DEAD" as const };
      const call = management().POST(`${HOOK}/deliveries/replay`, { params: { path }, body });
      const { replayed } = await answerOf(call);
      return replayed;
    };
    return act({ run, done: t("replay.dead"), refresh });
  };
  return (
    <section class="stack">
      <header class="apart">
        <h2>{t("deliveries")}</h2>
        <Button isBusy={isBusy} onClick={() => void replayDead()}>
          {t("replay.dead")}
        </Button>
      </header>
      <List
        load={async ({ page, limit, filters }) => {
          const status = statusOf(filters.status);
          const query = { page, limit, ...(status && { status }) };
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
        ]}
        columns={[
          { name: "n", head: t("sequence"), isNumber: true, cell: ({ sequence }) => sequence },
          {
            name: "kind",
            head: t("kind"),
            cell: ({ type }) => <span class="mono break">{type}</span>,
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
                    {last.cause ?? last.status}, {last.milliseconds} ms
                  </span>
                </span>
              ),
          },
          {
            name: "again",
            head: t("again"),
            cell: (delivery) => (
              <Button look="little" onClick={() => void again(delivery)}>
                <Send size={14} aria-hidden="true" />
                {t("again")}
              </Button>
            ),
          },
        ]}
        empty={{ icon: Send, title: t("deliveries.none") }}
      />
    </section>
  );
}
