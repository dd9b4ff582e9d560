import { FileUp } from "lucide-preact";
import { Link } from "wouter-preact";
import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { moment } from "../../../shared/money";
import { madeBetween } from "../../parts/days";
import { Head, New } from "../../parts/head";
import { List } from "../../parts/list";
import { orderBy } from "../../parts/query";
import { outcomeOf, Progress, typeText } from "../../parts/work";
import { useWorkText } from "../../parts/work-texts";
import { server } from "../../session";
import { useImportText } from "./texts";
import { isType, TYPES } from "./types";

type Action = Schemas["AsyncAction"];

const orderOf = orderBy(["created_at"], "-created_at");
const POLL_MS = 1_500;

/** All work in the background, which imports are among; what goes on is asked for again. */
export function ImportList() {
  const t = useImportText();
  const w = useWorkText();
  const spoken = language.use();
  return (
    <>
      <Head title={t("title")} lead={t("lead")}>
        <New href="/imports/new" text={t("new")} />
      </Head>
      <List<Action>
        name="imports"
        label={t("title")}
        order="-created_at"
        load={async ({ page, order, limit, filters: { type, until } }) => {
          const query = {
            page,
            limit,
            order: orderOf(order),
            ...madeBetween({ ...(until && { until }) }),
            ...(isType(type) && { type }),
          };
          const { async_actions, total } = await answerOf(
            server().GET("/v1/async-actions", { params: { query } }),
          );
          return { rows: async_actions, total };
        }}
        keyOf={({ id }) => id}
        pollMs={(rows) => rows.some(({ status }) => status === "IN_PROGRESS") && POLL_MS}
        filters={[
          {
            name: "type",
            label: t("what"),
            choices: TYPES.map((type) => [type, w(type)] as const),
          },
          { name: "until", label: t("until"), isDay: true },
        ]}
        columns={[
          {
            name: "what",
            head: t("what"),
            cell: ({ id, type }) => <Link href={`/imports/${id}`}>{typeText(w, type)}</Link>,
          },
          {
            name: "begun",
            head: t("begun"),
            sort: "created_at",
            cell: ({ created_at }) => moment(created_at, spoken),
          },
          { name: "progress", head: t("progress"), cell: (work) => <Progress work={work} /> },
          {
            name: "state",
            head: t("state"),
            cell: (work) => {
              const [look, outcome] = outcomeOf(work);
              return <span class={`badge ${look}`}>{w(outcome)}</span>;
            },
          },
          {
            name: "took",
            head: t("took"),
            isNumber: true,
            cell: ({ processing_time: ms }) =>
              ms < 1_000 ? t("ms", { n: ms }) : t("seconds", { n: Math.round(ms / 100) / 10 }),
          },
        ]}
        empty={{
          icon: FileUp,
          title: t("empty"),
          text: t("empty.text"),
          action: <New href="/imports/new" text={t("new")} />,
        }}
      />
    </>
  );
}
