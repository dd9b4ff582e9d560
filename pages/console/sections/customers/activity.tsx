import { answerOf } from "../../../../clients/typescript/src";
import { CAMPAIGN_TYPES } from "../../../../src/model/campaign-types";
import { language } from "../../../shared/language";
import { moment } from "../../../shared/money";
import { textsOf } from "../../../shared/texts";
import { madeBetween, useDays } from "../../parts/days";
import { More, partOf } from "../../parts/more";
import { oneOf, orderBy } from "../../parts/query";
import { server } from "../../session";
import { useCampaignText } from "../campaigns/texts";
import { ACTIVITY } from "./activity-kinds";
import type { CustomerView } from "./customer";
import { useCustomerText } from "./texts";

const useActivityText = textsOf(ACTIVITY);
const CATEGORIES = ["ACTION", "EFFECT"] as const;
const orderOf = orderBy(["created_at"], "-created_at");

/** The cast holds: what has no text is shown as the service names it. */
const typeText = (t: ReturnType<typeof useActivityText>, type: string) =>
  t(type as keyof typeof ACTIVITY);

interface Asked {
  after: string | null;
  order: string | null;
  filters: Record<string, string>;
}

async function activityOf(customerId: string, { after, order, filters }: Asked) {
  const { category: sort, type, campaign, campaign_type: kind, ...days } = filters;
  const category = oneOf(CATEGORIES, sort);
  const campaign_type = oneOf(CAMPAIGN_TYPES, kind);
  const query = {
    limit: 20,
    order: orderOf(order),
    ...(after !== null && { starting_after_id: after }),
    ...(category && { category }),
    ...(type && { type }),
    ...(campaign && { campaign_id: campaign }),
    ...(campaign_type && { campaign_type }),
    ...madeBetween(days),
  };
  const params = { path: { customerId }, query };
  const call = server().GET("/v1/customers/{customerId}/activity", { params });
  return partOf(await answerOf(call));
}

function useFilters() {
  const t = useCustomerText();
  const a = useActivityText();
  const kind = useCampaignText();
  const types = Object.keys(ACTIVITY).map((type) => [type, typeText(a, type)] as const);
  return [
    { name: "type", label: t("what"), choices: types },
    {
      name: "category",
      label: t("category"),
      choices: CATEGORIES.map((one) => [one, t(`category.${one}`)] as const),
    },
    {
      name: "campaign_type",
      label: t("campaign.kind"),
      choices: CAMPAIGN_TYPES.map((one) => [one, kind(`kind.${one}`)] as const),
    },
    { name: "campaign", label: t("campaign.filter") },
    ...useDays(),
  ];
}

/** What the customer did and what was done for them. */
export function Activity({ customer: { id } }: { customer: CustomerView }) {
  const t = useCustomerText();
  const a = useActivityText();
  const spoken = language.use();
  const filters = useFilters();
  return (
    <More
      load={(after, asked) => activityOf(id, { ...asked, after })}
      name={["customers", id, "activity"]}
      label={t("activity")}
      order="-created_at"
      filters={filters}
      keyOf={(item) => item.id}
      columns={[
        {
          name: "when",
          head: t("when"),
          sort: "created_at",
          cell: ({ created_at }) => <span class="nowrap">{moment(created_at, spoken)}</span>,
        },
        {
          name: "what",
          head: t("what"),
          cell: ({ type }) => <span title={type}>{typeText(a, type)}</span>,
        },
        {
          name: "details",
          head: t("details"),
          cell: ({ data }) => (
            <details>
              <summary>{t("details")}</summary>
              <pre class="code small">{JSON.stringify(data.data, null, 2)}</pre>
            </details>
          ),
        },
      ]}
      empty={{ title: t("activity.none") }}
    />
  );
}
