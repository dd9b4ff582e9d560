import "./picker.css";
import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import { X } from "lucide-preact";
import { useEffect, useId, useState } from "preact/hooks";
import { Field } from "../../shared/parts/field";
import { useConsoleText } from "../texts";
import { useFailure } from "./failure";
import { type Found, MOST_SOUGHT, type Option } from "./sought";

interface PickerProps<T> {
  /** Its query key. */
  name: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  placeholder?: string;
  /** Asks the API for what fits the text; all, as far as one page goes, where it is empty. */
  search: (text: string) => Promise<Found<T>>;
  onPick: (option: Option<T>) => void;
  /** Takes what was typed as it is, where that may be something that is not found. */
  onText?: (text: string) => void;
}

const TYPING_MS = 200;

function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** A text field that offers what the API finds: arrows choose, Enter takes, Escape closes. */
export function Picker<T>(props: PickerProps<T>) {
  const { name, label, hint, error, placeholder, search, onPick, onText } = props;
  const t = useConsoleText();
  const failureOf = useFailure();
  const list = useId();
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const settled = useSettled(text.trim());
  const found = useQuery({
    queryKey: ["pick", name, settled],
    queryFn: () => search(settled),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const options = found.data ?? [];
  // What is shown while the next answer is on its way was found for another text.
  const isReady = isOpen && settled === text.trim() && !found.isPlaceholderData;
  const close = () => {
    setOpen(false);
    setActive(0);
  };
  const take = (option: Option<T> | undefined) => {
    if (option) onPick(option);
    else if (onText && text.trim() !== "") onText(text.trim());
    else return;
    setText("");
    close();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      setOpen(true);
      setActive(Math.max(0, Math.min(options.length - 1, active + (isOpen ? step : 0))));
    } else if (event.key === "Enter") {
      take(isReady ? options[active] : undefined);
    } else if (event.key === "Escape" && isOpen) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const state = found.error
    ? failureOf(found.error).text
    : found.isPending
      ? t("pick.loading")
      : t(onText && text.trim() !== "" ? "pick.free" : "pick.none");
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div class="picker">
          <input
            {...control}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && options[active] ? `${list}-${active}` : undefined}
            autocomplete="off"
            spellcheck={false}
            placeholder={placeholder ?? t("pick.search")}
            value={text}
            onInput={(event) => {
              setText(event.currentTarget.value);
              setOpen(true);
              setActive(0);
            }}
            onFocus={() => setOpen(true)}
            onBlur={close}
            onKeyDown={press}
          />
          {isOpen && (
            // Taken on the press of the button: the field has lost its focus by the click.
            <div id={list} role="listbox" class="picker-list" aria-label={label}>
              {options.map((option, at) => (
                <div
                  key={option.id}
                  id={`${list}-${at}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={at === active}
                  class="picker-option"
                  onMouseDown={(event) => {
                    event.preventDefault();
                    take(option);
                  }}
                >
                  <span class="break">{option.label}</span>
                  {option.hint && <span class="soft small mono cut">{option.hint}</span>}
                </div>
              ))}
              {options.length === 0 && (
                <div role="option" tabIndex={-1} aria-selected={false} class="picker-state">
                  {state}
                </div>
              )}
              {found.data?.isCut && (
                <div role="option" tabIndex={-1} aria-disabled class="picker-state">
                  {t("pick.cut", { n: MOST_SOUGHT })}
                </div>
              )}
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

interface ChipsProps {
  label: string;
  chips: readonly { key: string; text: string }[];
  onDrop: (key: string) => void;
}

/** What was picked, each with a button that takes it away. */
export function Chips({ label, chips, onDrop }: ChipsProps) {
  const t = useConsoleText();
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label={label}>
      {chips.map(({ key, text }) => (
        <li key={key} class="chip">
          <span class="break">{text}</span>
          <button type="button" onClick={() => onDrop(key)}>
            <X size={14} aria-hidden="true" />
            <span class="unseen">{t("pick.drop", { name: text })}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
