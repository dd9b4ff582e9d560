import { Star } from "lucide-preact";
import { Link } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { day } from "../../../shared/money";
import { Head, New } from "../../parts/head";
import { List, pageOf } from "../../parts/list";
import { filtered, type ListState, oneOf, orderBy, paged } from "../../parts/query";
import { server } from "../../session";
import { useConsoleText } from "../../texts";
import { CampaignState, Validity } from "../campaigns/facts";
import { useProgramText } from "./texts";

const orderOf = orderBy(["created_at", "updated_at", "name"], "-created_at");

/** What the API calls each state in a filter. */
const STATES = {
  active: { status: { conditions: { $active: [true] } } },
  disabled: { active: { conditions: { $disabled: [true] } } },
} as const;
const SHOWN = ["active", "disabled"] as const;

/** Programs are campaigns, whose list finds by name and state. */
async function load({ order, filters: { name, state }, ...page }: ListState) {
  const shown = oneOf(SHOWN, state);
  const asked = filtered({
    ...(name && { name: { conditions: { $contains: [name] } } }),
    ...(shown && STATES[shown]),
  });
  const campaign_type = "LOYALTY_PROGRAM" as const;
  const query = { ...paged(page), order: orderOf(order), campaign_type, ...asked };
  const answer = await answerOf(server().GET("/v1/campaigns", { params: { query } }));
  return pageOf(answer.campaigns, answer);
}

/** Every loyalty program of the project. */
export function ProgramList() {
  const t = useProgramText();
  const c = useConsoleText();
  const spoken = language.use();
  return (
    <>
      <Head title={t("title")}>
        <div class="row">
          <Link href="/programs/rewards" class="button">
            {t("rewards")}
          </Link>
          <New href="/campaigns/new" text={t("new")} />
        </div>
      </Head>
      <List
        load={load}
        name="programs"
        label={t("title")}
        order="-created_at"
        keyOf={({ id }) => id}
        filters={[
          { name: "name", label: t("name") },
          {
            name: "state",
            label: t("state"),
            choices: SHOWN.map((state) => [state, t(`state.${state}`)] as const),
          },
        ]}
        sorts={[["updated_at", c("list.changed")]]}
        columns={[
          {
            name: "name",
            head: t("name"),
            sort: "name",
            cell: ({ id, name }) => (
              <Link href={`/programs/${id}`} class="break">
                {name}
              </Link>
            ),
          },
          {
            name: "members",
            head: t("members"),
            isNumber: true,
            cell: ({ vouchers_count = 0 }) => vouchers_count.toLocaleString(spoken),
          },
          {
            name: "joins",
            head: t("joins"),
            cell: ({ auto_join }) => t(auto_join ? "joins.auto" : "joins.asked"),
          },
          { name: "validity", head: t("validity"), cell: (each) => <Validity window={each} /> },
          { name: "state", head: t("state"), cell: (each) => <CampaignState campaign={each} /> },
          {
            name: "created",
            head: t("created"),
            sort: "created_at",
            cell: ({ created_at }) => <span class="soft nowrap">{day(created_at, spoken)}</span>,
          },
        ]}
        empty={{
          icon: Star,
          title: t("empty"),
          text: t("empty.text"),
          action: <New href="/campaigns/new" text={t("new")} />,
        }}
      />
    </>
  );
}
