import { FlaskConical, ListChecks } from "lucide-preact";
import { Link } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { day } from "../../../shared/money";
import { madeBetween, useDays } from "../../parts/days";
import { Head, New } from "../../parts/head";
import { List, pageOf } from "../../parts/list";
import { filtered, orderBy, paged } from "../../parts/query";
import { server } from "../../session";
import type { Rule } from "./editor";
import { factLabel } from "./facts";
import { useRuleText } from "./texts";

const orderOf = orderBy(["name", "created_at", "updated_at"], "-created_at");

/** The validation rules of the project. */
export function RuleList() {
  const t = useRuleText();
  const spoken = language.use();
  const days = useDays();
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
        load={async ({ order, filters: { name, ...days }, ...page }) => {
          const query = {
            ...paged(page),
            order: orderOf(order),
            ...madeBetween(days),
            ...filtered({ ...(name && { name: { conditions: { $contains: [name] } } }) }),
          };
          const call = server().GET("/v1/validation-rules", { params: { query } });
          const answer = await answerOf(call);
          return pageOf(answer.data, answer);
        }}
        keyOf={({ id }) => id}
        filters={[{ name: "name", label: t("name") }, ...days]}
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
