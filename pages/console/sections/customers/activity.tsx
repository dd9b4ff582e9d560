import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { moment } from "../../../shared/money";
import { More, partOf } from "../../parts/more";
import { server } from "../../session";
import type { CustomerView } from "./customer";
import { useCustomerText } from "./texts";

async function activityOf(customerId: string, after: string | null) {
  const query = { limit: 20, ...(after !== null && { starting_after_id: after }) };
  const params = { path: { customerId }, query };
  const call = server().GET("/v1/customers/{customerId}/activity", { params });
  return partOf(await answerOf(call));
}

/** What the customer did and what was done for them, the newest first. */
export function Activity({ customer: { id } }: { customer: CustomerView }) {
  const t = useCustomerText();
  const spoken = language.use();
  return (
    <div class="card flush">
      <More
        load={(after) => activityOf(id, after)}
        name={["customers", id, "activity"]}
        label={t("activity")}
        keyOf={(item) => item.id}
        columns={[
          {
            name: "when",
            head: t("when"),
            cell: ({ created_at }) => <span class="nowrap">{moment(created_at, spoken)}</span>,
          },
          {
            name: "what",
            head: t("what"),
            cell: ({ type }) => <span class="mono small break">{type}</span>,
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
    </div>
  );
}
