import { Plus, X } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { RULE_NAMES } from "../../../../src/engine/rules/names";
import { language } from "../../../shared/language";
import { Button } from "../../../shared/parts/button";
import { Field, TextField } from "../../../shared/parts/field";
import { type Draft, EMPTY, type Level } from "./draft";
import { FACT_GROUPS, FACTS, factLabel, kindOf } from "./facts";
import { LevelBox } from "./level";
import { addRule } from "./moves";
import { OPERATOR_GROUPS, OPERATORS, operatorsOf, plainName, startingValues } from "./operators";
import { Saw, useSeen } from "./seen";
import { useRuleText } from "./texts";
import { Values } from "./values";

/** A rule about this fact with the operator that it is asked with most. */
export function draftAbout(name: string): Draft {
  const [operator = "$is"] = operatorsOf(name, kindOf(name));
  const isFlag = kindOf(name) === "flag";
  const values = isFlag ? [true] : startingValues(operator);
  return { name, property: "", conditions: { [operator]: values }, message: "", inner: null };
}

interface ConditionProps {
  number: string;
  path: string;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  tools: ComponentChildren;
}

const CHOOSING = ["lines", "products", "skus"];

/** One rule: what it looks at, how, which values, and what the sample cart has there. */
export function ConditionBox({ number, path, draft, onDraft, tools }: ConditionProps) {
  const t = useRuleText();
  const { trial, isTried } = useSeen();
  const trace = trial?.traces.get(path);
  const { name, property, conditions, inner } = draft;
  const kind = kindOf(name);
  const needsProperty = RULE_NAMES.get(name)?.needsProperty || property !== "";
  const defect = isTried && trial?.defect?.rule === path ? trial.defect.reason : undefined;
  const [isTold, setTold] = useState(draft.message !== "");
  const used = Object.keys(conditions).map(plainName);
  const spare = operatorsOf(name, kind).find((operator) => !used.includes(operator));
  const set = (change: Partial<Draft>) => onDraft({ ...draft, ...change });
  const choose = (next: string) =>
    onDraft({
      ...draftAbout(next),
      message: draft.message,
      property,
      // What asks the same way keeps what was entered.
      ...(kindOf(next) === kind && { conditions, inner }),
    });
  return (
    <div class={`rule-condition ${trace?.verdict ?? ""}`}>
      <div class="apart">
        <div class="row tight">
          <span class="badge">{number}</span>
          {trace && <Saw trace={trace} />}
        </div>
        {tools}
      </div>
      <div class="rule-fields">
        <FactField name={name} onName={choose} />
        {needsProperty && (
          <TextField
            label={t("property")}
            class="mono"
            spellcheck={false}
            autocomplete="off"
            value={property}
            onText={(next) => set({ property: next })}
          />
        )}
      </div>
      <Operators draft={draft} onConditions={(next) => set({ conditions: next })} />
      {inner && <Inner inner={inner} onInner={(next) => set({ inner: next })} path={path} />}
      {isTold && (
        <TextField
          label={t("message")}
          maxLength={1000}
          value={draft.message}
          onText={(message) => set({ message })}
        />
      )}
      <div class="row tight">
        {spare && kind !== "flag" && (
          <Add
            text={t("add.operator")}
            onAdd={() => set({ conditions: { ...conditions, [spare]: startingValues(spare) } })}
          />
        )}
        {CHOOSING.includes(kind) && !inner && (
          <Add
            text={t("add.inner")}
            onAdd={() => set({ inner: addRule(EMPTY, [], FIRST_INNER) })}
          />
        )}
        {!isTold && <Add text={t("message.add")} onAdd={() => setTold(true)} />}
      </div>
      {defect && (
        <p class="bad small" role="alert">
          {defect}
        </p>
      )}
    </div>
  );
}

function FactField({ name, onName }: { name: string; onName: (name: string) => void }) {
  const t = useRuleText();
  const spoken = language.use();
  return (
    <Field label={t("fact")}>
      {(control) => (
        <select {...control} value={name} onChange={(event) => onName(event.currentTarget.value)}>
          {!FACTS.has(name) && <option value={name}>{factLabel(name, spoken)}</option>}
          {FACT_GROUPS.map((group) => (
            <optgroup key={group} label={t(`group.${group}`)}>
              {[...FACTS]
                .filter(([, fact]) => fact.group === group)
                .map(([each, fact]) => (
                  <option key={each} value={each}>
                    {fact[spoken]}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}

interface OperatorsProps {
  draft: Draft;
  onConditions: (conditions: Draft["conditions"]) => void;
}

/** The values as a list: one that stands alone is stored as it is sent. */
const listOf = (values: unknown): readonly unknown[] => (Array.isArray(values) ? values : [values]);

function Operators({ draft: { name, conditions }, onConditions }: OperatorsProps) {
  const t = useRuleText();
  const { isTried } = useSeen();
  const kind = kindOf(name);
  const entries = Object.entries(conditions);
  const offered = operatorsOf(name, kind);
  const used = new Set(entries.map(([operator]) => plainName(operator)));
  const rename = (from: string, to: string) =>
    onConditions(
      Object.fromEntries(
        entries.map(([operator, values]) => {
          if (operator !== from) return [operator, values];
          const isSame = OPERATORS.get(to)?.entry === OPERATORS.get(plainName(from))?.entry;
          return [to, isSame ? values : startingValues(to)];
        }),
      ),
    );
  const drop = (from: string) =>
    onConditions(Object.fromEntries(entries.filter(([operator]) => operator !== from)));
  return (
    <>
      {entries.map(([operator, values]) => (
        <div key={operator} class="rule-fields">
          <OperatorField
            operator={operator}
            offered={offered.filter((one) => one === plainName(operator) || !used.has(one))}
            onOperator={(next) => rename(operator, next)}
          />
          <Values
            fact={name}
            operator={operator}
            values={listOf(values)}
            isTried={isTried}
            onValues={(next) => onConditions({ ...conditions, [operator]: next })}
          />
          {(entries.length > 1 || kind === "lines") && (
            <Button
              look="square little plain"
              aria-label={t("operator.drop")}
              onClick={() => drop(operator)}
            >
              <X size={16} aria-hidden="true" />
            </Button>
          )}
        </div>
      ))}
    </>
  );
}

interface OperatorFieldProps {
  operator: string;
  offered: readonly string[];
  onOperator: (operator: string) => void;
}

function OperatorField({ operator, offered, onOperator }: OperatorFieldProps) {
  const t = useRuleText();
  const spoken = language.use();
  const plain = plainName(operator);
  const all = offered.includes(plain) ? offered : [plain, ...offered];
  const groups = OPERATOR_GROUPS.map((group) => ({
    group,
    names: all.filter((name) => OPERATORS.get(name)?.group === group),
  })).filter(({ names }) => names.length > 0);
  return (
    <Field label={t("operator")}>
      {(control) => (
        <select
          {...control}
          value={plain}
          onChange={(event) => onOperator(event.currentTarget.value)}
        >
          {groups.map(({ group, names }) => (
            <optgroup key={group} label={t(`how.${group}`)}>
              {names.map((name) => (
                <option key={name} value={name}>
                  {OPERATORS.get(name)?.[spoken] ?? name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}

function Add({ text, onAdd }: { text: string; onAdd: () => void }) {
  return (
    <Button look="little plain" onClick={onAdd}>
      <Plus size={14} aria-hidden="true" />
      {text}
    </Button>
  );
}

const FIRST_INNER = draftAbout("order.items.quantity");

interface InnerProps {
  inner: Level;
  onInner: (inner: Level | null) => void;
  path: string;
}

/** What is asked of each line that the rule around it chooses. */
function Inner({ inner, onInner, path }: InnerProps) {
  const t = useRuleText();
  return (
    <div class="stack tight">
      <p class="small strong">{t("inner")}</p>
      <LevelBox
        level={inner}
        onLevel={(next) => onInner(Object.keys(next.rules).length === 0 ? null : next)}
        prefix={`${path}.rules.`}
        fresh={FIRST_INNER}
      />
    </div>
  );
}
