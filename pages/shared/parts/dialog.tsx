import { X } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useSharedText } from "../shared-texts";
import { Toasts } from "./toasts";

interface DialogProps {
  title: string;
  shape?: "wide" | "side";
  /** It stays for now, whatever is pressed: something is on its way that nobody may miss. */
  isHeld?: boolean;
  onClose: () => void;
  children: ComponentChildren;
}

/** Whether a point lies outside of an element: its padding and its scroll bar are its own. */
function isBeside({ clientX: x, clientY: y }: MouseEvent, element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}

/** The browser's own modal dialog: it keeps the focus, and Escape or a click beside it closes it. */
export function Dialog({ title, shape, isHeld = false, onClose, children }: DialogProps) {
  const t = useSharedText();
  const frame = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = frame.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const leave = () => {
    if (!isHeld) onClose();
  };
  return (
    // The dialog itself answers Escape by `cancel`; the click is a second way to do the same.
    <dialog
      ref={frame}
      class={`dialog ${shape ?? ""}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        // A field for files tells by the same name that none was chosen after all.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        leave();
      }}
      // A second Escape closes it without asking.
      onClose={() => {
        if (isHeld) frame.current?.showModal();
        else if (frame.current) onClose();
      }}
      onMouseDown={(event) => {
        const { currentTarget: dialog, target } = event;
        if (target === dialog && isBeside(event, dialog)) leave();
      }}
    >
      <div class="stack">
        <div class="apart">
          {/* A title that changes tells what came of the step before. */}
          <h2 id={heading} aria-live="polite">
            {title}
          </h2>
          <button type="button" class="button plain square" aria-disabled={isHeld} onClick={leave}>
            <X size={18} aria-hidden="true" />
            <span class="unseen">{t("close")}</span>
          </button>
        </div>
        {children}
      </div>
      <Toasts isInDialog />
    </dialog>
  );
}
