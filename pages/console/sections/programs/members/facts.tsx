import { Link } from "wouter-preact";
import { language } from "../../../../shared/language";
import { day } from "../../../../shared/money";
import type { MemberCard } from "./member";
import { useMemberText } from "./texts";

/** What is on a card, what was, and what comes. */
export function MemberFacts({ card: { loyalty_card, holder_id } }: { card: MemberCard }) {
  const t = useMemberText();
  const spoken = language.use();
  if (!loyalty_card) return null;
  const { next_expiration_date, next_expiration_points = 0 } = loyalty_card;
  const next =
    next_expiration_date === undefined
      ? t("next.none")
      : t("next.some", { n: next_expiration_points, day: day(next_expiration_date, spoken) });
  const facts = [
    [t("balance"), <strong key="balance">{t("points", { n: loyalty_card.balance })}</strong>],
    [t("pending"), t("points", { n: loyalty_card.pending_points })],
    [t("next"), next],
    [t("got"), t("points", { n: loyalty_card.points })],
    [t("spent"), t("points", { n: loyalty_card.subtracted_points })],
    [t("expired"), t("points", { n: loyalty_card.expired_points })],
    [
      t("holder"),
      holder_id ? (
        <Link key="holder" href={`/customers/${holder_id}`} class="mono">
          {holder_id}
        </Link>
      ) : (
        t("nobody")
      ),
    ],
  ] as const;
  return (
    <dl class="card facts">
      {facts.map(([head, value]) => (
        <div key={head}>
          <dt>{head}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
