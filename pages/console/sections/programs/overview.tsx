import { Link } from "wouter-preact";
import { language } from "../../../shared/language";
import { type Campaign, Validity } from "../campaigns/facts";
import { Numbers } from "../campaigns/numbers";
import { useProgramText } from "./texts";

/** A day of a year that has a 29th of February. */
const LEAP_YEAR = 2024;

type Card = NonNullable<NonNullable<Campaign["voucher"]>["loyalty_card"]>;

/** When points expire that come now. */
function Expiry({ rules }: { rules: Card["expiration_rules"] }) {
  const t = useProgramText();
  const spoken = language.use();
  if (!rules) return <>{t("expiry.never")}</>;
  const { period_type, period_value, rounding_type, fixed_month, fixed_day } = rules;
  if (period_type === "MONTH") {
    return <>{t(rounding_type ? "expiry.rounded" : "expiry.months", { n: period_value ?? 0 })}</>;
  }
  const date = new Date(LEAP_YEAR, (fixed_month ?? 1) - 1, fixed_day ?? 1);
  return (
    <>
      {t("expiry.day", { day: date.toLocaleDateString(spoken, { day: "numeric", month: "long" }) })}
    </>
  );
}

/** What the program is, and what came of it. */
export function Overview({ program }: { program: Campaign }) {
  const t = useProgramText();
  const spoken = language.use();
  const { id, name, voucher, vouchers_count, auto_join } = program;
  const { loyalty_card, code_config } = voucher ?? {};
  const facts = [
    [t("members"), vouchers_count.toLocaleString(spoken)],
    [t("joins"), t(auto_join ? "joins.auto" : "joins.asked")],
    [t("opening"), t("points", { n: loyalty_card?.points ?? 0 })],
    [t("expiry"), <Expiry key="expiry" rules={loyalty_card?.expiration_rules} />],
    [t("validity"), <Validity key="validity" window={program} />],
    [
      t("pattern"),
      <span key="pattern" class="mono">
        {code_config?.pattern ?? "–"}
      </span>,
    ],
    [
      t("cards"),
      <Link key="cards" href={`/vouchers?campaign=${encodeURIComponent(name)}`}>
        {t("cards.all")}
      </Link>,
    ],
  ] as const;
  return (
    <>
      <dl class="card facts">
        {facts.map(([head, value]) => (
          <div key={head}>
            <dt>{head}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Numbers id={id} />
    </>
  );
}
