import { X } from "lucide-preact";
import { Button } from "../../../shared/parts/button";
import { useNames } from "../../parts/names";
import { Picker } from "../../parts/picker";
import { searchGoods } from "../../parts/search";
import type { Rule } from "./editor";
import { useRuleText } from "./texts";

export type ApplicableTo = Rule["applicable_to"];
type ApplicableEntry = ApplicableTo["included"][number];

interface ReachProps {
  reach: ApplicableTo;
  onReach: (reach: ApplicableTo) => void;
}

const KINDS = ["product", "sku", "products_collection"] as const;

const EFFECTS = [
  "APPLY_TO_EVERY",
  "APPLY_TO_CHEAPEST",
  "APPLY_FROM_CHEAPEST",
  "APPLY_TO_MOST_EXPENSIVE",
  "APPLY_FROM_MOST_EXPENSIVE",
] as const;

const idOf = ({ id, source_id }: ApplicableEntry): string => id ?? source_id ?? "";

/** Which goods a discount that has this rule reaches, and which it never does. */
export function Reach({ reach, onReach }: ReachProps) {
  const t = useRuleText();
  const hasAny = reach.included.length + reach.excluded.length > 0;
  return (
    <section class="card stack">
      <h2>{t("reach")}</h2>
      {!hasAny && <p class="soft">{t("reach.hint")}</p>}
      <div class="rule-reach">
        {(["included", "excluded"] as const).map((side) => (
          <Side
            key={side}
            label={t(`reach.${side}`)}
            entries={reach[side]}
            onEntries={(entries) => onReach({ ...reach, [side]: entries })}
          />
        ))}
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={reach.included_all}
          onChange={({ currentTarget: { checked } }) =>
            onReach({ ...reach, included_all: checked })
          }
        />
        {t("reach.all")}
      </label>
    </section>
  );
}

interface SideProps {
  label: string;
  entries: readonly ApplicableEntry[];
  onEntries: (entries: ApplicableEntry[]) => void;
}

function Side({ label, entries, onEntries }: SideProps) {
  const ids = entries.map(idOf);
  const nameOf = useNames(ids);
  return (
    <div class="stack tight">
      <Picker
        name={`goods ${KINDS.join()}`}
        label={label}
        search={(text) => searchGoods(text, KINDS)}
        onPick={({ id, value }) => ids.includes(id) || onEntries([...entries, value])}
      />
      <ul class="rule-goods" aria-label={label}>
        {entries.map((entry, at) => (
          <Entry
            key={idOf(entry)}
            name={nameOf(idOf(entry))}
            entry={entry}
            onEntry={(next) => onEntries(entries.with(at, next))}
            onDrop={() => onEntries(entries.toSpliced(at, 1))}
          />
        ))}
      </ul>
    </div>
  );
}

interface EntryProps {
  name: string;
  entry: ApplicableEntry;
  onEntry: (entry: ApplicableEntry) => void;
  onDrop: () => void;
}

function Entry({ name, entry, onEntry, onDrop }: EntryProps) {
  const t = useRuleText();
  const most = entry.aggregated_quantity_limit ?? null;
  return (
    <li class="rule-entry">
      <div class="apart">
        <span class="strong break">{name}</span>
        <Button look="square little plain" aria-label={`${name}: ${t("remove")}`} onClick={onDrop}>
          <X size={16} aria-hidden="true" />
        </Button>
      </div>
      <div class="rule-fields">
        <select
          class="input"
          aria-label={t("reach.how", { name })}
          value={entry.effect ?? "APPLY_TO_EVERY"}
          onChange={({ currentTarget: { value } }) => {
            const effect = EFFECTS.find((one) => one === value);
            if (effect) onEntry({ ...entry, effect });
          }}
        >
          {EFFECTS.map((effect) => (
            <option key={effect} value={effect}>
              {t(effect)}
            </option>
          ))}
        </select>
        <input
          class="input"
          inputMode="numeric"
          aria-label={t("reach.most", { name })}
          placeholder={t("reach.most.short")}
          value={most ?? ""}
          onInput={({ currentTarget: { value } }) => {
            if (!/^\d{0,6}$/.test(value)) return;
            const { aggregated_quantity_limit: _, ...rest } = entry;
            onEntry(value === "" ? rest : { ...rest, aggregated_quantity_limit: Number(value) });
          }}
        />
      </div>
    </li>
  );
}
