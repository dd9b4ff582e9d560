import { Button } from "../../../shared/parts/button";
import { TextField } from "../../../shared/parts/field";
import type { Draft } from "./draft";
import { kindOf } from "./kinds";
import { useExportText } from "./texts";

export interface PartProps {
  draft: Draft;
  isTried: boolean;
  onDraft: (change: Partial<Draft>) => void;
}

/** Which columns the file has, under the names that the service gives them. */
export function Columns({ draft: { kind, fields, metadata }, isTried, onDraft }: PartProps) {
  const t = useExportText();
  const { fields: all, usual } = kindOf(kind);
  const chosen = fields ?? usual;
  const toggle = (name: string) =>
    onDraft({ fields: all.filter((each) => chosen.includes(each) !== (each === name)) });
  const isEmpty = isTried && chosen.length === 0 && metadata.trim() === "";
  return (
    <section class="card stack">
      <div class="apart">
        <h2>{t("columns")}</h2>
        <div class="row tight">
          <Button look="little" onClick={() => onDraft({ fields: null })}>
            {t("columns.usual")}
          </Button>
          <Button look="little" onClick={() => onDraft({ fields: all })}>
            {t("columns.all")}
          </Button>
        </div>
      </div>
      <fieldset class="choices export-columns">
        <legend class="unseen">{t("columns")}</legend>
        {all.map((name) => (
          <label key={name} class="check">
            <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
            <span class="mono break">{name}</span>
          </label>
        ))}
      </fieldset>
      {isEmpty && (
        <p role="alert" class="bad">
          {t("columns.wrong")}
        </p>
      )}
      {all.includes("metadata") && (
        <TextField
          label={t("columns.more")}
          hint={t("columns.more.hint")}
          value={metadata}
          onText={(text) => onDraft({ metadata: text })}
        />
      )}
    </section>
  );
}
