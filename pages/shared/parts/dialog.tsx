import { X } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useSharedText } from "../shared-texts";

interface DialogProps {
  title: string;
  shape?: "wide" | "side";
  onClose: () => void;
  children: ComponentChildren;
}

/** The browser's own modal dialog: it keeps the focus, and Escape or a click beside it closes it. */
export function Dialog({ title, shape, onClose, children }: DialogProps) {
  const t = useSharedText();
  const frame = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = frame.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const beside = (event: MouseEvent) => {
    if (event.target === frame.current) onClose();
  };
  return (
    // The dialog itself answers Escape by `cancel`; the click is a second way to do the same.
    <dialog
      ref={frame}
      class={`dialog ${shape ?? ""}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={beside}
    >
      <div class="stack">
        <div class="apart">
          {/* A title that changes tells what came of the step before. */}
          <h2 id={heading} aria-live="polite">
            {title}
          </h2>
          <button type="button" class="button plain square" onClick={onClose}>
            <X size={18} aria-hidden="true" />
            <span class="unseen">{t("close")}</span>
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
