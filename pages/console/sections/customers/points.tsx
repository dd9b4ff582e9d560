import { Star } from "lucide-preact";
import { language } from "../../../shared/language";
import { State } from "../../../shared/parts/state";
import { Table } from "../../parts/table";
import type { CustomerView } from "./customer";
import { useCustomerText } from "./texts";

/** The customer's points, program by program. */
export function Points({ customer: { loyalty } }: { customer: CustomerView }) {
  const t = useCustomerText();
  const spoken = language.use();
  const programs = Object.entries(loyalty.campaigns);
  return (
    <div class="card flush">
      {programs.length === 0 ? (
        <State icon={Star} title={t("loyalty.none")} />
      ) : (
        <Table
          label={t("loyalty")}
          rows={programs}
          keyOf={([name]) => name}
          columns={[
            { name: "program", head: t("program"), cell: ([name]) => name },
            {
              name: "points",
              head: t("points"),
              isNumber: true,
              cell: ([, { points }]) => points.toLocaleString(spoken),
            },
            { name: "tier", head: t("tier"), cell: ([, { loyalty_tier }]) => loyalty_tier },
            {
              name: "referred",
              head: t("referred"),
              isNumber: true,
              cell: ([, { referred_customers }]) => referred_customers,
            },
          ]}
        />
      )}
    </div>
  );
}
