import { useSyncExternalStore } from "preact/compat";
import { useSharedText } from "../shared-texts";

interface Toast {
  id: number;
  text: string;
  undo?: () => void;
}

const SHOWN_MS = 7_000;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let last = 0;

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const drop = (id: number) => change(toasts.filter((toast) => toast.id !== id));

/** Says that something is done, with a way back where there is one. */
export function say(text: string, undo?: () => void): void {
  const id = ++last;
  change([...toasts, { id, text, ...(undo && { undo }) }]);
  setTimeout(() => drop(id), SHOWN_MS);
}

export function Toasts() {
  const t = useSharedText();
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div class="toasts" role="status">
      {shown.map(({ id, text, undo }) => (
        <div key={id} class="toast">
          <span class="grow break">{text}</span>
          {undo && (
            <button
              type="button"
              class="button little"
              onClick={() => {
                drop(id);
                undo();
              }}
            >
              {t("undo")}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
