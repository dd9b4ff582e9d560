import { Link } from "wouter-preact";
import { language } from "../../../shared/language";
import { ExpiryWords } from "../campaigns/expiry/words";
import { type Campaign, Validity } from "../campaigns/facts";
import { Numbers } from "../campaigns/numbers";
import { useProgramText } from "./texts";

/** What the program is, and what came of it. */
export function Overview({ program }: { program: Campaign }) {
  const t = useProgramText();
  const spoken = language.use();
  const { id, name, voucher, vouchers_count = 0, auto_join } = program;
  const { loyalty_card, code_config } = voucher ?? {};
  const facts = [
    [t("members"), vouchers_count.toLocaleString(spoken)],
    [t("joins"), t(auto_join ? "joins.auto" : "joins.asked")],
    [t("opening"), t("points", { n: loyalty_card?.points ?? 0 })],
    [t("expiry"), <ExpiryWords key="expiry" rules={loyalty_card?.expiration_rules} />],
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
