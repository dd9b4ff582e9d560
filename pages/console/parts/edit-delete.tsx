import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../shared/parts/button";
import { useAct } from "../acts";
import { useConsoleText } from "../texts";
import { AskedButton } from "./asked";

interface EditDeleteProps {
  /** What is asked before it is deleted. */
  title: string;
  text: string;
  remove: () => Promise<unknown>;
  /** Makes it anew, where that can be done. */
  undo?: () => Promise<unknown>;
  /** What is said when that is done, and which queries are asked again. */
  removed: string;
  refresh: readonly string[];
  /** The form that changes it. */
  form: (onClose: () => void) => ComponentChildren;
  /** What else can be done, between the two. */
  children?: ComponentChildren;
}

/** The buttons of a row that is changed in a form, and deleted once that was asked. */
export function EditDelete(props: EditDeleteProps) {
  const { title, text, remove, undo, removed, refresh, form, children } = props;
  const t = useConsoleText();
  const [isEdited, setEdited] = useState(false);
  const { act, isBusy } = useAct();
  return (
    <>
      <Button look="little" onClick={() => setEdited(true)}>
        {t("edit")}
      </Button>
      {children}
      <AskedButton
        deed={t("delete")}
        title={title}
        text={text}
        look="little danger"
        isBusy={isBusy}
        onConfirm={(close) =>
          act({ run: remove, ...(undo && { undo }), done: removed, leave: close, refresh })
        }
      />
      {isEdited && form(() => setEdited(false))}
    </>
  );
}
