import { Plus, X } from "lucide-preact";
import { Button } from "../../../shared/parts/button";
import { SelectField, TextField } from "../../../shared/parts/field";
import { MomentField } from "../../parts/moment-field";
import type { PartProps } from "./columns";
import { type FilterDraft, filterFor, isMissing } from "./draft";
import { type FieldType, isBare, kindOf, OPERATORS } from "./kinds";
import { useExportText } from "./texts";

/** Which rows the file has. */
export function Filters({ draft: { kind, filters, junction }, isTried, onDraft }: PartProps) {
  const t = useExportText();
  const change = (filter: FilterDraft) =>
    onDraft({ filters: filters.map((each) => (each.id === filter.id ? filter : each)) });
  const drop = (id: number) => onDraft({ filters: filters.filter((each) => each.id !== id) });
  return (
    <section class="card stack">
      <div class="apart">
        <h2>{t("filters")}</h2>
        <Button look="little" onClick={() => onDraft({ filters: [...filters, filterFor(kind)] })}>
          <Plus size={14} aria-hidden="true" />
          {t("filters.add")}
        </Button>
      </div>
      {filters.length === 0 && <p class="soft">{t("filters.none")}</p>}
      {filters.map((filter, at) => (
        <div key={filter.id} class="export-filter">
          <FilterRow
            types={kindOf(kind).filters}
            filter={filter}
            isTried={isTried}
            onFilter={change}
          />
          <button
            type="button"
            class="button square"
            aria-label={t("filter.drop", { n: at + 1 })}
            onClick={() => drop(filter.id)}
          >
            <X size={16} aria-hidden="true" />
          </button>
        </div>
      ))}
      {filters.length > 1 && (
        <div class="fields">
          <SelectField
            label={t("junction")}
            value={junction}
            choices={[
              ["and", t("junction.and")],
              ["or", t("junction.or")],
            ]}
            onValue={(next) => onDraft({ junction: next === "or" ? "or" : "and" })}
          />
        </div>
      )}
    </section>
  );
}

interface FilterRowProps {
  types: Readonly<Record<string, FieldType>>;
  filter: FilterDraft;
  isTried: boolean;
  onFilter: (filter: FilterDraft) => void;
}

function FilterRow({ types, filter, isTried, onFilter }: FilterRowProps) {
  const t = useExportText();
  const { field, operator, value } = filter;
  const type = types[field] ?? "text";
  const error = isTried && isMissing(filter) ? t("filter.wrong") : undefined;
  const choose = (next: string) => {
    const [first] = OPERATORS[types[next] ?? "text"];
    onFilter({ ...filter, field: next, operator: first, value: "" });
  };
  const shared = { label: t("filter.value"), error };
  const set = (next: string) => onFilter({ ...filter, value: next });
  return (
    <>
      <SelectField
        label={t("filter.field")}
        value={field}
        choices={Object.keys(types).map((name) => [name, name] as const)}
        onValue={choose}
      />
      <SelectField
        label={t("filter.operator")}
        value={operator}
        choices={OPERATORS[type].map((name) => [name, t(`operator.${name}`)] as const)}
        onValue={(next) => onFilter({ ...filter, operator: next })}
      />
      {isBare(operator) ? (
        <span />
      ) : type === "date" ? (
        <MomentField {...shared} value={value || null} onMoment={(at) => set(at ?? "")} />
      ) : type === "flag" ? (
        <SelectField
          {...shared}
          value={value}
          choices={[
            ["", ""],
            ["true", t("yes")],
            ["false", t("no")],
          ]}
          onValue={set}
        />
      ) : (
        <TextField
          {...shared}
          inputMode={type === "number" ? "decimal" : "text"}
          value={value}
          onText={set}
        />
      )}
    </>
  );
}
