import { language } from "../../../../shared/language";
import { money, rate } from "../../../../shared/money";
import { useLedgerText } from "../../../parts/ledger-texts";
import { useProject } from "../../../session";
import type { ProofView } from "./proof";
import { useProofText } from "./texts";

/** The cast holds: a type of entry that has no text is told by its own name, which is none then. */
const typeText = (t: ReturnType<typeof useLedgerText>, type: string) => {
  const text = t(type as "POINTS_ACCRUAL");
  return text === type ? null : text;
};

/** The entries by type, one under the other as on paper, and what they come to. */
export function Sum({ proof: { totals, liability } }: { proof: ProofView }) {
  const t = useProofText();
  const entry = useLedgerText();
  const spoken = language.use();
  const { currency } = useProject();
  const lines = Object.entries(totals)
    .filter(([, points]) => points !== 0)
    .sort(([, a], [, b]) => b - a);
  const signed = (n: number) => n.toLocaleString(spoken, { signDisplay: "exceptZero" });
  const widest = Math.max(1, ...lines.map(([, points]) => Math.abs(points)));
  return (
    <section class="card stack">
      <h3>{t("sum")}</h3>
      {lines.length === 0 && <p class="soft">{t("sum.none")}</p>}
      <dl class="proof-sum">
        {lines.map(([type, points]) => (
          <div key={type}>
            <dt>{typeText(entry, type) ?? t("opening")}</dt>
            <dd class="proof-bar" aria-hidden="true">
              <span
                class={points < 0 ? "less" : "more"}
                style={{ width: `${(Math.abs(points) / widest) * 100}%` }}
              />
            </dd>
            <dd class="number">{signed(points)}</dd>
          </div>
        ))}
        <div class="proof-total">
          <dt>{t("owed")}</dt>
          <dd class="number">{liability.points.toLocaleString(spoken)}</dd>
        </div>
      </dl>
      {liability.coins.length > 0 && (
        <div>
          <h4>{t("money")}</h4>
          {liability.coins.map(({ reward_id, points_ratio, exchange_ratio, amount }) => (
            <p key={reward_id} class="soft">
              {t("money.line", {
                points: liability.points,
                pack: points_ratio,
                ratio: rate(exchange_ratio, currency, spoken),
                amount: money(amount, currency, spoken),
              })}
            </p>
          ))}
        </div>
      )}
    </section>
  );
}
