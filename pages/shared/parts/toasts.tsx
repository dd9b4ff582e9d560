import { useEffect, useState } from "preact/hooks";
import { shared } from "../setting";
import { useSharedText } from "../shared-texts";

interface Toast {
  id: number;
  text: string;
  undo?: () => void;
}

const SHOWN_MS = 7_000;

const toasts = shared<readonly Toast[]>([]);
/** Where they can be shown: the page, and above it each open dialog; the last one is in front. */
const places = shared<readonly symbol[]>([]);
let last = 0;

const drop = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id));

/** Says that something is done, with a way back where there is one. */
export function say(text: string, undo?: () => void): void {
  const id = ++last;
  toasts.set([...toasts.get(), { id, text, ...(undo && { undo }) }]);
}

/** Goes by itself, but not from under the pointer or the focus. */
function Shown({ id, text, undo }: Toast) {
  const t = useSharedText();
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isKept = isPointedAt || hasFocus;
  useEffect(() => {
    if (isKept) return;
    const timer = setTimeout(() => drop(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isKept]);
  return (
    <div
      class="toast"
      onPointerEnter={({ pointerType }) => setPointedAt(pointerType === "mouse")}
      onPointerLeave={() => setPointedAt(false)}
      onFocusIn={() => setFocus(true)}
      onFocusOut={() => setFocus(false)}
    >
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
  );
}

/**
 * What was said, in front of all that is open: below a modal dialog it would neither be seen nor
 * spoken, nor could it be pressed. Each place is there before anything is said in it, since a screen
 * reader does not hear a place that comes with its words.
 */
export function Toasts({ isInDialog = false }: { isInDialog?: boolean }) {
  const [place] = useState(() => Symbol("place"));
  const said = toasts.use();
  const isInFront = places.use().at(-1) === place;
  useEffect(() => {
    const others = () => places.get().filter((other) => other !== place);
    places.set(isInDialog ? [...others(), place] : [place, ...others()]);
    return () => places.set(others());
  }, []);
  return (
    <div class="toasts" role="status">
      {isInFront && said.map((toast) => <Shown key={toast.id} {...toast} />)}
    </div>
  );
}
