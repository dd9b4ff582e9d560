import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { Button } from "../../../../shared/parts/button";
import { ChangePoints } from "./change-points";
import type { MemberCard } from "./member";
import { useMemberText } from "./texts";
import { TransferPoints } from "./transfer-points";

/** What is asked again once points of a card moved. */
export const movedOn = (programId: string, code: string) => [
  `members of ${programId}`,
  `points of ${programId}`,
  `buckets of ${code}`,
  "programs",
  "vouchers",
];

/** What can be done with a member's points. */
export function MemberDeeds({ programId, card }: { programId: string; card: MemberCard }) {
  const t = useMemberText();
  const [asked, setAsked] = useState<"change" | "transfer" | null>(null);
  const form = { programId, card, onClose: () => setAsked(null) };
  return (
    <div class="row">
      <Link href={`/vouchers/${encodeURIComponent(card.code)}`} class="button">
        {t("voucher.open")}
      </Link>
      <Button onClick={() => setAsked("transfer")}>{t("transfer")}</Button>
      <Button look="main" onClick={() => setAsked("change")}>
        {t("change")}
      </Button>
      {asked === "change" && <ChangePoints {...form} />}
      {asked === "transfer" && <TransferPoints {...form} />}
    </div>
  );
}
