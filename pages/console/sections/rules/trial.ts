import { type Bundle, bundleOf } from "../../../../src/engine/bundles/bundle";
import { type BundleRules, checkBundle, hasBundle } from "../../../../src/engine/bundles/define";
import type { BundleDefect } from "../../../../src/engine/bundles/entry";
import { withShapes } from "../../../../src/engine/geo/named";
import { checkRules } from "../../../../src/engine/rules/define";
import type { RulesTrace, RuleTrace, Verdict } from "../../../../src/engine/rules/trace";
import { decide } from "../../../../src/engine/stacking/decide";
import { discountOf } from "../../../../src/engine/stacking/effect";
import type { Rules } from "../../../../src/model/rule";
import type { Sample } from "../../parts/cart/sample";
import { type Known, trialOf } from "../../parts/cart/trial";
import type { Rule } from "./editor";
import { type Near, nearOf } from "./near";

/** A rule as it stands in the editor. */
export interface Tried {
  rules: Rules;
  bundle_rules: BundleRules | null;
  error: { message?: string | undefined } | null;
  applicable_to: Rule["applicable_to"];
}

export interface Trial {
  /** `unfinished` while the rule could not be saved as it is. */
  verdict: Verdict | "unfinished";
  /** What is wrong with an unfinished one, and at which rule. */
  defect: { rule: string; reason: string } | null;
  bundleDefect: BundleDefect | null;
  /** What the cart holds of the bundle that is asked for; null where none is. */
  bundle: Bundle | null;
  /** What a shopper would read. */
  message: string | null;
  /** Each rule that was judged, by its path such as `1.rules.2`. */
  traces: ReadonlyMap<string, RuleTrace>;
  /** Taken off by a code of 10 %, minor units; null where it does not hold. */
  discount: number | null;
  /** What is missing where it does not hold and a shopper could do something about it. */
  near: Near | null;
}

const spread = (trace: RulesTrace): [string, RuleTrace][] =>
  trace.rules.flatMap((rule): [string, RuleTrace][] => [
    [rule.rule, rule],
    ...(rule.nested ? spread(rule.nested) : []),
  ]);

const UNFINISHED: Trial = {
  verdict: "unfinished",
  defect: null,
  bundleDefect: null,
  bundle: null,
  message: null,
  traces: new Map(),
  discount: null,
  near: null,
};

/**
 * What the engine says of a rule on the sample cart: the decision that the service would make of a
 * new code that has this rule, made right here.
 */
export function tryRule(tried: Tried, sample: Sample, known: Known): Trial {
  const checked = checkRules(tried.rules);
  if (!checked.ok) return { ...UNFINISHED, defect: checked.error };
  const bundled = checkBundle(tried.bundle_rules ?? {});
  if (!bundled.ok) return { ...UNFINISHED, bundleDefect: bundled.error };
  const rules = withShapes(checked.value, known.shapes);
  const assigned = { id: "draft", ...tried, rules };
  const snapshot = trialOf(sample, [assigned], known);
  const [outcome] = snapshot ? decide(snapshot).outcomes : [];
  if (!snapshot || !outcome || outcome.status === "SKIPPED") return UNFINISHED;
  const { bundle_rules } = tried;
  const bundle = hasBundle(bundle_rules) ? bundleOf(bundle_rules, snapshot.items) : null;
  const [told] = outcome.traces;
  const traces = new Map(told ? spread(told.trace) : []);
  if (outcome.status === "APPLICABLE") {
    const discount = discountOf(outcome.effect.taking);
    return { ...UNFINISHED, verdict: "matched", bundle, traces, discount };
  }
  const { refusal } = outcome;
  const message = refusal.kind === "rule" ? refusal.message : null;
  const verdict = told?.trace.verdict ?? "unknown";
  return {
    ...UNFINISHED,
    // Rules may hold where the bundle is not whole.
    verdict: verdict === "matched" ? "not_matched" : verdict,
    bundle,
    message,
    traces,
    near: nearOf(assigned, sample, known),
  };
}
