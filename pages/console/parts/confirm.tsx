import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../shared/parts/button";
import { Dialog } from "../../shared/parts/dialog";
import { TextField } from "../../shared/parts/field";
import { useSharedText } from "../../shared/shared-texts";
import { useConsoleText } from "../texts";

interface ConfirmProps {
  title: string;
  text: string;
  /** What the button says: the deed itself, never "OK". */
  deed: string;
  /** Must be typed first, where nothing can bring it back. */
  typed?: string;
  /** Of the button; what takes nothing away is no danger. */
  look?: "danger" | "main";
  isBusy?: boolean;
  /** What is asked beside it, such as a reason. */
  children?: ComponentChildren;
  onConfirm: () => void;
  onClose: () => void;
}

/** A name as the page shows it, with no blanks that nobody sees. */
const seen = (name: string): string => name.trim().replace(/\s+/g, " ");

/** Asks before something is done that is not easily undone. */
export function Confirm(props: ConfirmProps) {
  const { title, text, deed, typed, look = "danger", isBusy, children, onConfirm, onClose } = props;
  const t = useConsoleText();
  const s = useSharedText();
  const [entered, setEntered] = useState("");
  return (
    <Dialog title={title} onClose={onClose}>
      <p class="break">{text}</p>
      {children}
      {typed !== undefined && (
        <TextField label={t("confirm.type", { name: typed })} value={entered} onText={setEntered} />
      )}
      <div class="row">
        <Button
          look={look}
          isBusy={isBusy ?? false}
          disabled={typed !== undefined && seen(entered) !== seen(typed)}
          onClick={onConfirm}
        >
          {deed}
        </Button>
        <Button onClick={onClose}>{s("cancel")}</Button>
      </div>
    </Dialog>
  );
}
