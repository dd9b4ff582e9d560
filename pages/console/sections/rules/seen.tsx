import "./seen.css";
import { Check, CircleHelp, X } from "lucide-preact";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ConditionTrace, RuleTrace, Verdict } from "../../../../src/engine/rules/trace";
import { toNumber } from "../../../../src/lib/json-value";
import { language } from "../../../shared/language";
import { money } from "../../../shared/money";
import { useNames } from "../../parts/names";
import { useProject } from "../../session";
import { FACTS, factLabel, kindOf } from "./facts";
import { entryOf, plainName } from "./operators";
import { useRuleText } from "./texts";
import type { Trial } from "./trial";

interface Seen {
  trial: Trial | null;
  /** Whether somebody wanted to save, so that what is wrong is told. */
  isTried: boolean;
}

/** What came of each condition on the sample cart, for the boxes that draw them. */
export const SeenContext = createContext<Seen>({ trial: null, isTried: false });

export const useSeen = () => useContext(SeenContext);

const ICONS = { matched: Check, not_matched: X, unknown: CircleHelp };

export function VerdictIcon({ verdict }: { verdict: Verdict }) {
  const t = useRuleText();
  const Icon = ICONS[verdict];
  return (
    <span class={`verdict ${verdict}`}>
      <Icon size={16} aria-hidden="true" />
      <span class="unseen">{t(`is.${verdict}`)}</span>
    </span>
  );
}

/** How far a number is from what was wanted of it: below 0 it is too large; null where it is not. */
function gapOf({ operator, expected, verdict }: ConditionTrace, actual: unknown): number | null {
  const [have, wanted] = [toNumber(actual), toNumber(expected[0])];
  if (verdict === "matched" || have === null || wanted === null || expected.length > 1) return null;
  if (entryOf(operator) !== "number" && plainName(operator) !== "$is") return null;
  const isStrict = ["$more_than", "$less_than"].includes(plainName(operator));
  const gap = wanted - have;
  return isStrict ? gap + (plainName(operator) === "$more_than" ? 1 : -1) : gap;
}

/** Values of a fact as people read them: amounts as money, numbers with their signs. */
export function useShown(name: string) {
  const spoken = language.use();
  const { currency } = useProject();
  const isMoney = kindOf(name) === "money";
  return (value: unknown): string => {
    if (value === null || value === undefined) return "–";
    if (typeof value !== "number") return String(value);
    return isMoney ? money(value, currency, spoken) : value.toLocaleString(spoken);
  };
}

/** What is missing, in words: `customer.metadata.level` is the customer's note "level". */
function useMissing() {
  const t = useRuleText();
  const spoken = language.use();
  const whole = { customer: t("missing.customer"), "order.items": t("missing.lines") };
  return (what: string): string => {
    const named = [...FACTS.keys()].filter((name) => what === name || what.startsWith(`${name}.`));
    const fact = named.sort((a, b) => b.length - a.length)[0];
    if (fact === undefined) return Object.entries(whole).find(([key]) => key === what)?.[1] ?? what;
    const property = what.slice(fact.length + 1);
    return [factLabel(fact, spoken), property && `“${property}”`].filter(Boolean).join(" ");
  };
}

/** The value that a condition saw on the sample cart, and how far it is from what it asks for. */
export function Saw({ trace }: { trace: RuleTrace }) {
  const t = useRuleText();
  const shown = useShown(trace.name);
  const missing = useMissing();
  const list = Array.isArray(trace.actual) ? trace.actual : [trace.actual];
  const isLines = kindOf(trace.name) === "lines";
  const nameOf = useNames(list.flat().filter((one) => typeof one === "string"));
  const texts = list.map((one) => {
    if (isLines && typeof one === "number") return t("saw.line", { n: one + 1 });
    if (Array.isArray(one)) return nameOf(String(one[0] ?? "–"));
    return typeof one === "string" ? nameOf(one) : shown(one);
  });
  const value = isLines && texts.length === 0 ? t("saw.none") : texts.join(", ") || "–";
  const gaps = trace.conditions.flatMap((condition) => gapOf(condition, trace.actual) ?? []);
  return (
    <p class={`saw ${trace.verdict}`}>
      <VerdictIcon verdict={trace.verdict} />
      <span class="break">
        {trace.missing !== null && trace.verdict === "unknown"
          ? t("saw.missing", { what: missing(trace.missing) })
          : t("saw.value", { value })}
      </span>
      {gaps.map((gap) => (
        <strong key={gap}>
          {gap > 0 ? t("saw.more", { value: shown(gap) }) : t("saw.less", { value: shown(-gap) })}
        </strong>
      ))}
    </p>
  );
}
