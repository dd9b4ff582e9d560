import "./formula-field.css";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Field } from "../../shared/parts/field";
import { useProject } from "../session";
import { useKnown } from "./cart/known";
import { sample } from "./cart/sample";
import { formulaFactsOf } from "./cart/trial";
import {
  completed,
  type Measure,
  NAMES,
  piecesOf,
  type Result,
  resultOf,
  type Suggestion,
  suggestionsFor,
  wordBefore,
} from "./formula";
import { useFormulaText } from "./formula-texts";
import { FormulaValue } from "./formula-value";

interface FormulaFieldProps {
  label: string;
  /** In place of what it says of its measure. */
  hint?: string;
  /** What the formula is for: an amount, a percentage, or units of a product. */
  measure: Measure;
  value: string;
  onText: (text: string) => void;
  /** What the service said of it. */
  error?: string | undefined;
}

/** A formula that is about the line at hand. */
const OF_LINE = /(^|[^A-Z_])ORDER_ITEM_/i;
const NO_CUSTOMER = null;

function useResult(text: string, measure: Measure): Result | null {
  const cart = sample.use();
  const { known } = useKnown(NO_CUSTOMER, cart.customer);
  const facts = known && formulaFactsOf(cart, known);
  if (!facts) return null;
  const item = OF_LINE.test(text) ? (facts.order?.items[0] ?? null) : null;
  return resultOf(text, { ...facts, item }, measure);
}

/**
 * A field for the formulas of discounts: names are completed while they are typed, what the engine
 * cannot read is marked where it says so, and the value on the sample cart (`SampleCart` of
 * `./cart/cart`, shared by all that is tried in the tab) follows every key. Load it lazily, since
 * the engine comes along:
 *
 *   const FormulaField = lazy(() => import("../../parts/formula-field"));
 *   <FormulaField label={t("formula")} measure="amount" value={text} onText={setText} />
 */
export default function FormulaField(props: FormulaFieldProps) {
  const { label, hint, measure, value, onText, error } = props;
  const t = useFormulaText();
  const { currency } = useProject();
  const result = useResult(value, measure);
  const defect = result?.kind === "defect" ? result.defect : null;
  const told = defect && t("defect", { at: defect.position, reason: defect.reason });
  return (
    <div class="stack tight">
      <Field
        label={label}
        hint={hint ?? t(`hint.${measure}`, { currency })}
        error={error ?? told ?? undefined}
      >
        {(control) => <Editor control={control} text={value} onText={onText} result={result} />}
      </Field>
      <FormulaValue result={result} measure={measure} isOfLine={OF_LINE.test(value)} />
    </div>
  );
}

interface EditorProps {
  control: { id: string; "aria-invalid": boolean; "aria-describedby": string | undefined };
  text: string;
  onText: (text: string) => void;
  result: Result | null;
}

function Editor({ control, text, onText, result }: EditorProps) {
  const t = useFormulaText();
  const list = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const [wanted, setWanted] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const offered = cursor === null ? [] : suggestionsFor(wordBefore(text, cursor));
  const defect = result?.kind === "defect" ? result.defect : null;
  useLayoutEffect(() => {
    if (wanted === null) return;
    area.current?.focus();
    area.current?.setSelectionRange(wanted, wanted);
    setWanted(null);
  }, [wanted]);
  const take = (suggestion: Suggestion, at: number) => {
    const next = completed(text, at, suggestion);
    onText(next.text);
    setWanted(next.cursor);
    setCursor(null);
    setActive(0);
  };
  const press = (event: KeyboardEvent) => {
    const chosen = offered[active];
    if (chosen === undefined || cursor === null) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((active + step + offered.length) % offered.length);
    else if (event.key === "Enter" || event.key === "Tab") take(chosen, cursor);
    else if (event.key === "Escape") setCursor(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="formula">
      <div class="formula-text">
        <pre aria-hidden="true" class="formula-mirror">
          {piecesOf(text, defect).map((piece, at) => (
            <span key={`${at} ${piece.text}`} class={`formula-${piece.kind}`}>
              {piece.text}
            </span>
          ))}
        </pre>
        <textarea
          {...control}
          ref={area}
          class="input formula-input"
          rows={3}
          maxLength={1000}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          aria-autocomplete="list"
          aria-controls={offered.length > 0 ? list : undefined}
          aria-activedescendant={offered[active] ? `${list}-${active}` : undefined}
          value={text}
          onInput={({ currentTarget }) => {
            onText(currentTarget.value);
            setCursor(currentTarget.selectionStart);
            setActive(0);
          }}
          onBlur={() => setCursor(null)}
          onKeyDown={press}
        />
      </div>
      {offered.length > 0 && (
        <div id={list} role="listbox" class="picker-list" aria-label={t("names")}>
          {offered.map((suggestion, at) => (
            <div
              key={suggestion.name}
              id={`${list}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              class="picker-option formula-option"
              onMouseDown={(event) => {
                event.preventDefault();
                take(suggestion, cursor ?? text.length);
              }}
            >
              <span class="mono">{suggestion.name}</span>
              <span class="soft small">{t(suggestion.kind)}</span>
            </div>
          ))}
        </div>
      )}
      <Names onTake={(one) => take(one, area.current?.selectionStart ?? text.length)} />
    </div>
  );
}

const KINDS = ["operand", "metadata", "function", "operator"] as const;

/** Every name there is, for those who do not know what to type. */
function Names({ onTake }: { onTake: (suggestion: Suggestion) => void }) {
  const t = useFormulaText();
  return (
    <details class="formula-names">
      <summary>{t("all")}</summary>
      {KINDS.map((kind) => (
        <section key={kind}>
          <h4>{t(kind)}</h4>
          <ul>
            {NAMES.filter((one) => one.kind === kind).map((one) => (
              <li key={one.name}>
                <button type="button" class="code" onClick={() => onTake(one)}>
                  {one.name}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  );
}
