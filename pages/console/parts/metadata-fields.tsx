import { Plus, X } from "lucide-preact";
import { Button } from "../../shared/parts/button";
import { TextField } from "../../shared/parts/field";
import { textsOf } from "../../shared/texts";
import { blankRow, type MetadataRow } from "./metadata";

const useText = textsOf({
  title: { en: "Metadata", de: "Metadaten" },
  hint: {
    en: "Data of your own, such as tier = gold. Numbers, true, false and JSON are kept as such.",
    de: "Eigene Daten, etwa stufe = gold. Zahlen, true, false und JSON bleiben, was sie sind.",
  },
  key: { en: "Name", de: "Name" },
  text: { en: "Value", de: "Wert" },
  "key.of": { en: "Name of property {n}", de: "Name der Eigenschaft {n}" },
  "text.of": { en: "Value of property {n}", de: "Wert der Eigenschaft {n}" },
  add: { en: "Add a property", de: "Eigenschaft hinzufügen" },
  drop: { en: "Remove {name}", de: "{name} entfernen" },
  nameless: { en: "property {n}", de: "Eigenschaft {n}" },
});

interface MetadataFieldsProps {
  rows: readonly MetadataRow[];
  error?: string | undefined;
  onRows: (rows: MetadataRow[]) => void;
}

/** Properties of a shop's own, by name. */
export function MetadataFields({ rows, error, onRows }: MetadataFieldsProps) {
  const t = useText();
  const set = (at: number, change: Partial<MetadataRow>) =>
    onRows(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <fieldset class="choices part">
      <legend>{t("title")}</legend>
      <p class={error === undefined ? "soft small" : "bad small"}>{error ?? t("hint")}</p>
      {rows.map(({ id, key, text }, at) => (
        <div key={id} class="metadata-row">
          <TextField
            label={t("key")}
            aria-label={t("key.of", { n: at + 1 })}
            value={key}
            onText={(next) => set(at, { key: next })}
          />
          <TextField
            label={t("text")}
            aria-label={t("text.of", { n: at + 1 })}
            value={text}
            onText={(next) => set(at, { text: next })}
          />
          <Button
            look="plain square"
            aria-label={t("drop", { name: key.trim() || t("nameless", { n: at + 1 }) })}
            onClick={() => onRows(rows.filter((row) => row.id !== id))}
          >
            <X size={16} aria-hidden="true" />
          </Button>
        </div>
      ))}
      <div class="row">
        <Button look="little" onClick={() => onRows([...rows, blankRow()])}>
          <Plus size={14} aria-hidden="true" />
          {t("add")}
        </Button>
      </div>
    </fieldset>
  );
}
