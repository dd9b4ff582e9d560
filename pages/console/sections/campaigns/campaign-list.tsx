import { Megaphone } from "lucide-preact";
import { Link } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { day } from "../../../shared/money";
import { Head, New } from "../../parts/head";
import { List, pageOf } from "../../parts/list";
import { filtered, oneOf, orderBy, paged } from "../../parts/query";
import { server } from "../../session";
import { useConsoleText } from "../../texts";
import { type Campaign, CampaignState, KINDS, Validity } from "./facts";
import { useCampaignText } from "./texts";

const orderOf = orderBy(["created_at", "updated_at", "name"], "-created_at");

/** What the API calls each state in a filter. */
const STATES = {
  active: { status: { conditions: { $active: [true] } } },
  disabled: { active: { conditions: { $disabled: [true] } } },
  expired: { status: { conditions: { $expired: [true] } } },
  before_start: { status: { conditions: { $before_start: [true] } } },
  in_progress: { status: { conditions: { $in_progress: [true] } } },
} as const;
/** How far the codes of a campaign are. */
const MAKING = ["DONE", "IN_PROGRESS", "FAILED", "DRAFT", "MODIFYING"] as const;
const SHOWN = ["active", "disabled", "expired", "before_start", "in_progress"] as const;

function filtersOf(name: string | undefined, state: string | undefined) {
  const shown = oneOf(SHOWN, state);
  return filtered({
    ...(name && { name: { conditions: { $contains: [name] } } }),
    ...(shown && STATES[shown]),
  });
}

/** Every campaign of the project, whatever it gives. */
export function CampaignList() {
  const t = useCampaignText();
  const c = useConsoleText();
  const spoken = language.use();
  return (
    <>
      <Head title={t("title")}>
        <New href="/campaigns/new" text={t("new")} />
      </Head>
      <List<Campaign>
        name="campaigns"
        label={t("title")}
        order="-created_at"
        load={async ({ order, filters: { name, kind, state, making }, ...page }) => {
          const campaign_type = oneOf(KINDS, kind);
          const campaign_status = oneOf(MAKING, making);
          const query = {
            ...paged(page),
            order: orderOf(order),
            ...(campaign_type && { campaign_type }),
            ...(campaign_status && { campaign_status }),
            ...filtersOf(name, state),
          };
          const answer = await answerOf(server().GET("/v1/campaigns", { params: { query } }));
          return pageOf(answer.campaigns, answer);
        }}
        keyOf={({ id }) => id}
        pollMs={(rows) =>
          rows.some((row) => row.vouchers_generation_status === "IN_PROGRESS") && 2_000
        }
        filters={[
          { name: "name", label: t("name") },
          {
            name: "kind",
            label: t("kind"),
            choices: KINDS.map((kind) => [kind, t(`kind.${kind}`)] as const),
          },
          {
            name: "state",
            label: t("state"),
            choices: SHOWN.map((state) => [state, t(`shown.${state}`)] as const),
          },
          {
            name: "making",
            label: t("making"),
            choices: MAKING.map((making) => [making, t(`making.${making}`)] as const),
          },
        ]}
        sorts={[["updated_at", c("list.changed")]]}
        columns={[
          {
            name: "name",
            head: t("name"),
            sort: "name",
            cell: ({ id, name }) => (
              <Link href={`/campaigns/${id}`} class="break">
                {name}
              </Link>
            ),
          },
          {
            name: "kind",
            head: t("kind"),
            cell: ({ campaign_type }) => t(`kind.${campaign_type}`),
          },
          {
            name: "codes",
            head: t("codes"),
            isNumber: true,
            cell: ({ vouchers_count = 0, promotion }) =>
              promotion
                ? t("tiers", { n: promotion.total })
                : vouchers_count.toLocaleString(spoken),
          },
          {
            name: "validity",
            head: t("validity"),
            cell: (campaign) => <Validity window={campaign} />,
          },
          {
            name: "state",
            head: t("state"),
            cell: (campaign) => <CampaignState campaign={campaign} />,
          },
          {
            name: "created",
            head: t("created"),
            sort: "created_at",
            cell: ({ created_at }) => day(created_at, spoken),
          },
        ]}
        empty={{
          icon: Megaphone,
          title: t("empty"),
          text: t("empty.text"),
          action: <New href="/campaigns/new" text={t("new")} />,
        }}
      />
    </>
  );
}
