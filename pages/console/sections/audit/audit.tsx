import { ScrollText } from "lucide-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { moment } from "../../../shared/money";
import { madeCondition, useDays } from "../../parts/days";
import { Head } from "../../parts/head";
import { More, partOf } from "../../parts/more";
import { filtered, orderBy } from "../../parts/query";
import { management, useProject } from "../../session";
import { useAuditText } from "./texts";

type Filters = Record<string, string>;

/** The log's filters: a part of the operation, no reads, or the whole of an id. */
const conditionsOf = ({ operation, changes, key_id, object_id, ...days }: Filters) => ({
  ...madeCondition(days),
  ...((operation || changes) && {
    operation: {
      conditions: {
        ...(operation && { $contains: [operation] }),
        ...(changes && { $not_contain: ["GET "] }),
      },
    },
  }),
  ...(key_id && { key_id: { conditions: { $is: [key_id] } } }),
  ...(object_id && { object_id: { conditions: { $is: [object_id] } } }),
});

const orderOf = orderBy(["id"], "-id");

interface Asked {
  after: string | null;
  order: string | null;
  filters: Filters;
}

async function entriesOf(projectId: string, { after, order, filters }: Asked) {
  const query = {
    limit: 50,
    order: orderOf(order),
    ...(after !== null && { starting_after_id: after }),
    ...filtered(conditionsOf(filters)),
  };
  const params = { path: { projectId }, query };
  const call = management().GET("/management/v1/projects/{projectId}/audit-log", { params });
  return partOf(await answerOf(call));
}

const lookOf = (status: number) => (status < 300 ? "good" : status < 500 ? "warn" : "bad");

/** Who did what in the project, the newest first. */
export default function Audit() {
  const t = useAuditText();
  const spoken = language.use();
  const { id: projectId } = useProject();
  const days = useDays();
  return (
    <>
      <Head title={t("title")} lead={t("lead")} />
      <More
        load={(after, asked) => entriesOf(projectId, { ...asked, after })}
        order="-id"
        name={["audit", projectId]}
        filters={[
          { name: "operation", label: t("operation"), placeholder: t("operation.hint") },
          { name: "changes", label: t("calls"), choices: [["yes", t("changes")]] },
          { name: "key_id", label: t("key") },
          { name: "object_id", label: t("object-id") },
          ...days,
        ]}
        label={t("title")}
        keyOf={({ id }) => id}
        columns={[
          {
            name: "when",
            head: t("when"),
            sort: "id",
            cell: ({ created_at }) => <span class="nowrap">{moment(created_at, spoken)}</span>,
          },
          {
            name: "who",
            head: t("who"),
            cell: ({ actor }) => (
              <span title={actor.key_id}>
                {actor.name ?? actor.key_id}
                {actor.by_token && <span class="soft small"> {t("token")}</span>}
              </span>
            ),
          },
          {
            name: "operation",
            head: t("operation"),
            cell: ({ operation }) => <span class="mono break">{operation}</span>,
          },
          {
            name: "status",
            head: t("status"),
            cell: ({ status }) => <span class={`badge ${lookOf(status)}`}>{status}</span>,
          },
          {
            name: "object",
            head: t("object"),
            cell: ({ object_id }) => <span class="mono small break">{object_id}</span>,
          },
          {
            name: "fields",
            head: t("fields"),
            cell: ({ fields }) => <span class="small soft break">{fields.join(", ")}</span>,
          },
        ]}
        empty={{ icon: ScrollText, title: t("empty") }}
      />
    </>
  );
}
