import { ArrowRight } from "lucide-preact";
import { language } from "../../../shared/language";
import { money } from "../../../shared/money";
import { useReason } from "../../parts/failure";
import { useProject } from "../../session";
import { type Picked, type Turn, turnsOf, type Validation } from "./ask";
import { Explained } from "./explained";
import { useSandboxText } from "./texts";

const LOOKS = { APPLICABLE: "good", INAPPLICABLE: "bad", SKIPPED: "warn" } as const;

interface TurnsProps {
  validation: Validation;
  chosen: readonly Picked[];
}

/** Each redeemable at its turn: what it took, or what kept it out. */
export function Turns({ validation, chosen }: TurnsProps) {
  const nameOf = ({ id, name }: Turn) => name ?? chosen.find((one) => one.id === id)?.name ?? id;
  return (
    <ol class="sandbox-turns">
      {turnsOf(validation).map((turn) => (
        <li key={`${turn.object} ${turn.id}`}>
          <TurnCard turn={turn} name={nameOf(turn)} />
        </li>
      ))}
    </ol>
  );
}

function TurnCard({ turn, name }: { turn: Turn; name: string }) {
  const t = useSandboxText();
  const { status, explanation, campaign_name, categories = [] } = turn;
  const stacking = explanation?.stacking;
  return (
    <article class={`card stack sandbox-turn ${LOOKS[status]}`} aria-label={name}>
      <header class="apart">
        <div class="row tight">
          {stacking && <span class="badge">{t("turn", { n: stacking.turn })}</span>}
          <h3 class="break">{name}</h3>
        </div>
        <span class={`badge ${LOOKS[status]}`}>{t(status)}</span>
      </header>
      {status !== "APPLICABLE" && <Why turn={turn} />}
      {status === "APPLICABLE" && <Amounts turn={turn} />}
      <p class="row tight">
        {stacking && <span class="badge accent">{t(`group.${stacking.group}`)}</span>}
        {categories.map(({ id, name: category }) => (
          <span key={id} class="badge">
            {category}
          </span>
        ))}
        {campaign_name && <span class="soft small">{campaign_name}</span>}
        {stacking && status === "APPLICABLE" && (
          <span class="soft small">{t(`base.${stacking.discount_calculation_mode}`)}</span>
        )}
      </p>
      {explanation && explanation.rules.length > 0 && (
        <details open={status === "INAPPLICABLE"}>
          <summary>{t("why")}</summary>
          <div class="stack tight">
            {explanation.rules.map((tree) => (
              <Explained key={tree.id} tree={tree} />
            ))}
          </div>
        </details>
      )}
    </article>
  );
}

function Why({ turn }: { turn: Turn }) {
  const reasonOf = useReason();
  if (turn.status === "APPLICABLE") return null;
  const { result } = turn;
  const error = "error" in result ? result.error : null;
  // What the shop wrote for its shoppers goes before what the key means.
  const said = error?.error?.message ?? reasonOf(result.details.key) ?? result.details.message;
  return (
    <div class={`notice ${LOOKS[turn.status]}`}>
      <div>
        <p class="strong">{said}</p>
        {error?.details && <p class="small break">{error.details}</p>}
        <p class="small mono">{result.details.key}</p>
      </div>
    </div>
  );
}

function Amounts({ turn: { explanation } }: { turn: Turn }) {
  const t = useSandboxText();
  const spoken = language.use();
  const { currency } = useProject();
  const step = explanation?.stacking;
  const { amount_before: before, amount_after: after } = step ?? {};
  const ofOrder = step?.discount_amount ?? 0;
  const ofLines = step?.items_discount_amount ?? 0;
  if (typeof before !== "number" || typeof after !== "number") return null;
  const shown = (minor: number) => money(minor, currency, spoken);
  const kept = before > 0 ? Math.round((after / before) * 100) : 100;
  return (
    <div class="stack tight">
      <p class="row tight sandbox-step">
        <span>{shown(before)}</span>
        <ArrowRight size={16} aria-hidden="true" />
        <span class="strong">{shown(after)}</span>
        <span class="badge good">−{shown(before - after)}</span>
      </p>
      <div class="meter" aria-hidden="true">
        <span style={{ width: `${kept}%` }} />
      </div>
      {ofOrder > 0 && ofLines > 0 && (
        <p class="soft small">
          {t("of-order")}: {shown(ofOrder)} · {t("of-lines")}: {shown(ofLines)}
        </p>
      )}
    </div>
  );
}
