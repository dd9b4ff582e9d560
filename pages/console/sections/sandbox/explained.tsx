import type { Schemas } from "../../../../clients/typescript/src";
import type { RulesTrace, RuleTrace } from "../../../../src/engine/rules/trace";
import { language } from "../../../shared/language";
import { useNames } from "../../parts/names";
import { factLabel } from "../rules/facts";
import { operatorLabel } from "../rules/operators";
import { Saw, useShown } from "../rules/seen";

type Tree = Schemas["Explanation"]["rules"][number];
type Told = Tree["rules"][number];

const traceOf = ({ rules, property, missing, ...told }: Told): RuleTrace => ({
  ...told,
  property: property ?? null,
  missing: missing ?? null,
  actual: told.actual ?? null,
  nested: rules ? treeOf(rules) : null,
});

const treeOf = ({ logic, verdict, rules }: Omit<Tree, "id">): RulesTrace => ({
  logic: logic ?? null,
  verdict,
  rules: rules.map(traceOf),
});

/** A rule as the service judged it, in the colours of the rule builder. */
export function Explained({ tree }: { tree: Tree }) {
  return <Level tree={treeOf(tree)} />;
}

function Level({ tree: { logic, rules } }: { tree: RulesTrace }) {
  return (
    <div class="sandbox-rules">
      {logic && <code class="code">{logic}</code>}
      <ul>
        {rules.map((rule) => (
          <li key={rule.rule}>
            <Rule rule={rule} />
            {rule.nested && <Level tree={rule.nested} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

const idOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "id" in value ? value.id : value;

function Rule({ rule }: { rule: RuleTrace }) {
  const spoken = language.use();
  const shown = useShown(rule.name);
  const all = rule.conditions.flatMap(({ expected }) => expected.map(idOf));
  const nameOf = useNames(all.filter((one) => typeof one === "string"));
  const said = rule.conditions.map(({ operator, expected }) => {
    const values = expected.map(idOf).filter((one) => one !== true);
    const texts = values.map((one) => (typeof one === "string" ? nameOf(one) : shown(one)));
    return [operatorLabel(operator, spoken), texts.join(", ")].filter(Boolean).join(" ");
  });
  const about = [factLabel(rule.name, spoken), rule.property && `“${rule.property}”`];
  return (
    <>
      <p>
        <span class="badge">{rule.rule.split(".").at(-1)}</span>{" "}
        <span class="break">{[...about.filter(Boolean), said.join("; ")].join(" ")}</span>
      </p>
      <Saw trace={rule} />
    </>
  );
}
