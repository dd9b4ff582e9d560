import "./cart.css";
import { Plus, X } from "lucide-preact";
import { Button } from "../../../shared/parts/button";
import { Chips, Picker } from "../picker";
import { searchCustomers } from "../search";
import { Lines } from "./lines";
import { type Note, sample } from "./sample";
import { useCartText } from "./texts";

/** The sample cart with its customer and its notes; all that is tried in this tab shares it. */
export function SampleCart() {
  const t = useCartText();
  const now = sample.use();
  const { lines, customer, order, redemption } = now;
  return (
    <div class="stack">
      <Lines lines={lines} onLines={(next) => sample.set({ ...now, lines: next })} />
      {customer ? (
        <div class="field">
          <span class="label">{t("customer")}</span>
          <Chips
            label={t("customer")}
            chips={[{ key: customer.id, text: customer.name }]}
            onDrop={() => sample.set({ ...now, customer: null })}
          />
        </div>
      ) : (
        <Picker
          name="customers"
          label={t("customer")}
          placeholder={t("customer.none")}
          search={searchCustomers}
          onPick={({ id, label }) => sample.set({ ...now, customer: { id, name: label } })}
        />
      )}
      <details class="cart-notes">
        <summary>{t("notes")}</summary>
        <div class="stack">
          <Notes
            label={t("order")}
            notes={order}
            onNotes={(next) => sample.set({ ...now, order: next })}
          />
          <Notes
            label={t("redemption")}
            notes={redemption}
            onNotes={(next) => sample.set({ ...now, redemption: next })}
          />
        </div>
      </details>
    </div>
  );
}

interface NotesProps {
  label: string;
  notes: readonly Note[];
  onNotes: (notes: readonly Note[]) => void;
}

function Notes({ label, notes, onNotes }: NotesProps) {
  const t = useCartText();
  return (
    <fieldset class="notes">
      <legend class="small strong">{label}</legend>
      {notes.map(([name, value], at) => (
        <div key={at} class="note">
          <input
            class="input"
            aria-label={`${label}: ${t("note.name")} ${at + 1}`}
            placeholder={t("note.name")}
            value={name}
            onInput={(event) => onNotes(notes.with(at, [event.currentTarget.value, value]))}
          />
          <input
            class="input"
            aria-label={`${label}: ${t("note.value")} ${at + 1}`}
            placeholder={t("note.value")}
            value={value}
            onInput={(event) => onNotes(notes.with(at, [name, event.currentTarget.value]))}
          />
          <Button
            look="square little plain"
            aria-label={`${label}: ${t("note.remove", { n: at + 1 })}`}
            onClick={() => onNotes(notes.toSpliced(at, 1))}
          >
            <X size={16} aria-hidden="true" />
          </Button>
        </div>
      ))}
      <Button look="little" onClick={() => onNotes([...notes, ["", ""]])}>
        <Plus size={14} aria-hidden="true" />
        {t("note.add")}
      </Button>
    </fieldset>
  );
}
