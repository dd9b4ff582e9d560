import { FlaskConical, ListChecks } from "lucide-preact";
import { Link } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { day } from "../../../shared/money";
import { Head, New } from "../../parts/head";
import { List } from "../../parts/list";
import { server } from "../../session";
import type { Rule } from "./editor";
import { factLabel } from "./facts";
import { useRuleText } from "./texts";

const ORDERS = ["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at"] as const;

const orderOf = (text: string | null) => ORDERS.find((order) => order === text) ?? "-created_at";

/** The validation rules of the project. */
export function RuleList() {
  const t = useRuleText();
  const spoken = language.use();
  const made = <New href="/rules/new" text={t("new")} />;
  return (
    <>
      <Head title={t("title")}>
        <div class="row">
          <Link href="/rules/formulas" class="button">
            <FlaskConical size={16} aria-hidden="true" />
            {t("formulas")}
          </Link>
          {made}
        </div>
      </Head>
      <List
        name="rules"
        label={t("title")}
        order="-created_at"
        load={async ({ page, limit, order, filters: { name, from, until } }) => {
          const query = {
            page,
            limit,
            order: orderOf(order),
            ...(name && { filters: { name: { conditions: { $contains: [name] } } } }),
            ...(from && { start_date: `${from}T00:00:00Z` }),
            ...(until && { end_date: `${until}T23:59:59Z` }),
          };
          const call = server().GET("/v1/validation-rules", { params: { query } });
          const { data, total } = await answerOf(call);
          return { rows: data, total };
        }}
        keyOf={({ id }) => id}
        filters={[
          { name: "name", label: t("name") },
          { name: "from", label: t("filter.from"), isDay: true },
          { name: "until", label: t("filter.until"), isDay: true },
        ]}
        columns={[
          {
            name: "name",
            head: t("name"),
            sort: "name",
            cell: ({ id, name }) => (
              <Link href={`/rules/${id}`} class="break">
                {name}
              </Link>
            ),
          },
          { name: "asks", head: t("asks"), cell: (rule) => <Asks rule={rule} /> },
          {
            name: "used",
            head: t("used"),
            cell: ({ assignments_count: n }) =>
              n === 0 ? (
                <span class="soft">{t("used.never")}</span>
              ) : (
                <span class="badge accent">{t("used.times", { n })}</span>
              ),
          },
          {
            name: "updated",
            head: t("updated"),
            sort: "updated_at",
            cell: ({ updated_at }) =>
              updated_at && <span class="soft">{day(updated_at, spoken)}</span>,
          },
          {
            name: "created",
            head: t("created"),
            sort: "created_at",
            cell: ({ created_at }) => <span class="soft">{day(created_at, spoken)}</span>,
          },
        ]}
        empty={{ icon: ListChecks, title: t("empty"), text: t("empty.text"), action: made }}
      />
    </>
  );
}

const SHOWN = 2;

/** The first facts that a rule asks about, in a few words. */
function Asks({ rule: { rules } }: { rule: Rule }) {
  const t = useRuleText();
  const spoken = language.use();
  const names = Object.values(rules).flatMap((node) =>
    typeof node === "object" && node !== null && "name" in node ? [String(node.name)] : [],
  );
  const facts = [...new Set(names)].map((name) => factLabel(name, spoken));
  if (facts.length === 0) return <span class="soft">{t("asks.nothing")}</span>;
  const more = facts.length > SHOWN ? ` +${facts.length - SHOWN}` : "";
  return <>{facts.slice(0, SHOWN).join(", ") + more}</>;
}
