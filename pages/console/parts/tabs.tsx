import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly (readonly [name: Name, label: string])[];
  shown: Name;
  onShown: (name: Name) => void;
  /** The view that is shown. */
  children: ComponentChildren;
}

/** One of several views of the same thing; arrows go from one to the next. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, shown, onShown, children } = props;
  const id = useId();
  const step = (by: number) => {
    const at = tabs.findIndex(([name]) => name === shown);
    const [next] = tabs[(at + by + tabs.length) % tabs.length] ?? [];
    if (next !== undefined) onShown(next);
  };
  const list = useRef<HTMLDivElement>(null);
  // Where not all have room, the chosen one is in sight.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>("[aria-selected=true]");
    if (!list.current || !chosen) return;
    const room = list.current.clientWidth - chosen.offsetWidth;
    list.current.scrollLeft = chosen.offsetLeft - list.current.offsetLeft - room / 2;
  }, [shown]);
  return (
    <>
      <div
        ref={list}
        class="tabs"
        role="tablist"
        aria-label={label}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== "ArrowRight" && key !== "ArrowLeft") return;
          step(key === "ArrowRight" ? 1 : -1);
          // The focus follows once the other tab is the chosen one.
          requestAnimationFrame(() =>
            currentTarget.querySelector<HTMLElement>("[aria-selected=true]")?.focus(),
          );
        }}
      >
        {tabs.map(([name, text]) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            aria-controls={shown === name ? id : undefined}
            aria-selected={shown === name}
            tabIndex={shown === name ? 0 : -1}
            onClick={() => onShown(name)}
          >
            {text}
          </button>
        ))}
      </div>
      <div id={id} role="tabpanel" class="stack" aria-labelledby={`${id}-${shown}`}>
        {children}
      </div>
    </>
  );
}
