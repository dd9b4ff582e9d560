const FOCUSABLE = ":is(a[href], button, input, select, textarea, summary, [tabindex='0'])";

/** What may be focused there: what is marked `data-focus` goes before what comes first. */
function within(node: Node | null): HTMLElement | null {
  if (!(node instanceof HTMLElement)) return null;
  const found = [node, ...node.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (each) => each.matches(`${FOCUSABLE}:not(:disabled)`) && each.checkVisibility(),
  );
  return found.find(({ dataset }) => "focus" in dataset) ?? found[0] ?? null;
}

/** The nearest that is still there: what came instead, what stands behind, what is around. */
function nearest({ nextSibling, target }: MutationRecord, instead: Iterable<Node>) {
  for (const node of instead) {
    const found = within(node);
    if (found) return found;
  }
  let behind: Node | null = nextSibling;
  for (let around: Node | null = target; around; around = around.parentNode) {
    for (; behind; behind = behind.nextSibling) {
      const found = within(behind);
      if (found) return found;
    }
    const found = within(around);
    if (found) return found;
    behind = around.nextSibling;
  }
  return null;
}

/**
 * Keeps the place of whoever works by keys: where the element with the focus goes away, the nearest
 * one has it. Without this they would begin at the top of the page again, and a screen reader would
 * fall silent. Whoever points is left alone: a field with the focus opens a phone's keyboard.
 */
export function keepFocus(): void {
  let last: Element | null = null;
  let isByKeys = false;
  for (const kind of ["keydown", "pointerdown"]) {
    document.addEventListener(
      kind,
      () => {
        isByKeys = kind === "keydown";
      },
      true,
    );
  }
  document.addEventListener("focusin", ({ target }) => {
    last = target instanceof Element ? target : null;
  });
  new MutationObserver((records) => {
    if (!isByKeys || last === null || last.isConnected) return;
    const gone = last;
    last = null;
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    const took = records.findLast(({ removedNodes }) =>
      [...removedNodes].some((node) => node.contains(gone)),
    );
    if (!took) return;
    const beside = records.filter(({ target }) => target === took.target);
    nearest(
      took,
      beside.flatMap(({ addedNodes }) => [...addedNodes]),
    )?.focus();
  }).observe(document, { childList: true, subtree: true });
}
