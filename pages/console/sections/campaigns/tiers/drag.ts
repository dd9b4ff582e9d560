import type { TargetedKeyboardEvent, TargetedPointerEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface Drag {
  from: number;
  to: number;
  /** Where the pointer began and is, from the top of the page. */
  start: number;
  now: number;
  /** Middles of all rows as they stood, and the height of the dragged one with its gap. */
  middles: readonly number[];
  height: number;
}

type Grip = HTMLButtonElement;

/** Where a row that was dragged so far would stand. */
function placeOf({ from, start, now, middles }: Drag): number {
  const middle = (middles[from] ?? 0) + now - start;
  return middles.filter((other, at) => at !== from && other < middle).length;
}

/**
 * Rows that are dragged by a grip, with a pointer of any kind or by the arrow keys; Escape drops
 * nothing. The rows stay where they are until they are dropped: `shiftOf` says by how much each is
 * drawn off its place.
 */
export function useDrag(onMove: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  useEffect(() => {
    if (!drag) return;
    const cancel = (event: KeyboardEvent) => event.key === "Escape" && setDrag(null);
    addEventListener("keydown", cancel);
    return () => removeEventListener("keydown", cancel);
  }, [drag !== null]);

  const begin = (event: TargetedPointerEvent<Grip>, from: number) => {
    if (event.button !== 0 || !list.current) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const rows = [...list.current.children].map((row) => row.getBoundingClientRect());
    const middles = rows.map(({ top, height }) => top + scrollY + height / 2);
    const [first, second] = rows;
    const gap = first && second ? second.top - first.bottom : 0;
    const height = (rows[from]?.height ?? 0) + gap;
    setDrag({ from, to: from, start: event.pageY, now: event.pageY, middles, height });
  };
  const follow = (event: TargetedPointerEvent<Grip>) => {
    if (!drag) return;
    const next = { ...drag, now: event.pageY };
    setDrag({ ...next, to: placeOf(next) });
  };
  const drop = () => {
    setDrag(null);
    if (drag && drag.from !== drag.to) onMove(drag.from, drag.to);
  };
  const press = (event: TargetedKeyboardEvent<Grip>, from: number) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(from, from + by);
  };

  const shiftOf = (at: number): number => {
    if (!drag) return 0;
    const { from, to, start, now, height } = drag;
    if (at === from) return now - start;
    if (at > from && at <= to) return -height;
    return at < from && at >= to ? height : 0;
  };
  return {
    list,
    dragged: drag?.from ?? null,
    shiftOf,
    gripOf: (at: number) => ({
      onPointerDown: (event: TargetedPointerEvent<Grip>) => begin(event, at),
      onPointerMove: follow,
      onPointerUp: drop,
      onPointerCancel: () => setDrag(null),
      onKeyDown: (event: TargetedKeyboardEvent<Grip>) => press(event, at),
    }),
  };
}
