import { Check, Equal, Minus, X } from "lucide-preact";
import type { ProofView } from "./proof";
import { useProofText } from "./texts";

type Difference = ProofView["differences"]["cards"][number];

/** The sums of a card that are held against that of its entries. */
const CHECKS = {
  last: ({ last_balance, entries }: Difference) => last_balance !== entries,
  buckets: ({ buckets, entries }: Difference) => buckets !== entries,
  balance: ({ balance, entries }: Difference) => balance !== null && balance !== entries,
};
const NAMES = ["last", "buckets", "balance"] as const;

/** What is held against the entries, and on how many cards it differs. */
export function Checks({ proof: { isPast, differences } }: { proof: ProofView }) {
  const t = useProofText();
  return (
    <section class="card stack">
      <h3>{t("checks")}</h3>
      <ul class="proof-checks">
        <li>
          <Equal size={18} aria-hidden="true" />
          <span class="strong">{t("check.entries")}</span>
        </li>
        {NAMES.map((name) => {
          const n = differences.cards.filter(CHECKS[name]).length;
          const isSkipped = name === "balance" && isPast && n === 0;
          const look = isSkipped ? "soft" : n > 0 ? "bad" : "good";
          const Icon = isSkipped ? Minus : n > 0 ? X : Check;
          return (
            <li key={name}>
              <Icon size={18} aria-hidden="true" class={look} />
              <span class="grow">{t(`check.${name}`)}</span>
              <span class={`badge ${look}`}>
                {isSkipped ? t("check.past") : n > 0 ? t("differ", { n }) : t("equal")}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
