import type { Logic } from "../../../../src/engine/rules/logic";
import { type Draft, type Group, isGroup, keysIn, type Level, leaf, nextKey } from "./draft";

/** Where a part stands: its place in each box from the outermost inwards. */
export type Path = readonly number[];

const changeAt = (logic: Group, path: Path, change: (parts: Logic[]) => Logic[]): Group => {
  const [at, ...rest] = path;
  if (at === undefined) return { ...logic, parts: change([...logic.parts]) };
  return {
    ...logic,
    parts: logic.parts.map((part, place) =>
      place === at && isGroup(part) ? changeAt(part, rest, change) : part,
    ),
  };
};

/** Boxes that lost their last rule go with it; the outermost stays. */
const tidy = (logic: Group): Group => ({
  ...logic,
  parts: logic.parts.flatMap((part): Logic[] => {
    if (!isGroup(part)) return [part];
    const inner = tidy(part);
    return inner.parts.length === 0 ? [] : [inner];
  }),
});

const within = (level: Level, logic: Group): Level => ({ ...level, logic });

/** Without the rules that were in a box and are in none any more. */
function cleared(level: Level, logic: Group): Level {
  const before = new Set(keysIn(level.logic));
  const after = new Set(keysIn(logic));
  const rules = Object.entries(level.rules).filter(([key]) => after.has(key) || !before.has(key));
  return { rules: Object.fromEntries(rules), logic };
}

/** A new rule at the end of a box. */
export function addRule(level: Level, box: Path, draft: Draft): Level {
  const key = nextKey(level);
  const logic = changeAt(level.logic, box, (parts) => [...parts, leaf(key)]);
  return { rules: { ...level.rules, [key]: draft }, logic };
}

/** A new rule in a new box at the end of a box; the new box joins the other way. */
export function addBox(level: Level, box: Path, kind: Group["kind"], draft: Draft): Level {
  const key = nextKey(level);
  const inner: Group = { kind: kind === "and" ? "or" : "and", parts: [leaf(key)] };
  const logic = changeAt(level.logic, box, (parts) => [...parts, inner]);
  return { rules: { ...level.rules, [key]: draft }, logic };
}

export const setRule = (level: Level, key: string, draft: Draft): Level => ({
  ...level,
  rules: { ...level.rules, [key]: draft },
});

/** Puts a rule that is in no box at the end of the outermost. */
export const takeIn = (level: Level, key: string): Level =>
  within(level, { ...level.logic, parts: [...level.logic.parts, leaf(key)] });

export const dropRule = (level: Level, key: string): Level => ({
  ...level,
  rules: Object.fromEntries(Object.entries(level.rules).filter(([one]) => one !== key)),
});

export function setKind(logic: Group, [at, ...rest]: Path, kind: Group["kind"]): Group {
  if (at === undefined) return { ...logic, kind };
  const parts = logic.parts.map((part, place) =>
    place === at && isGroup(part) ? setKind(part, rest, kind) : part,
  );
  return { ...logic, parts };
}

/** Takes a rule, or a box with all that is in it, away. */
export function removeAt(level: Level, path: Path): Level {
  const [box, at] = [path.slice(0, -1), path.at(-1)];
  const logic = changeAt(level.logic, box, (parts) => parts.filter((_, place) => place !== at));
  return cleared(level, tidy(logic));
}

/** Gives a rule a box of its own, which joins the other way than the one around it. */
export function wrapAt(level: Level, path: Path): Level {
  const [box, at] = [path.slice(0, -1), path.at(-1)];
  const around = boxAt(level.logic, box);
  const kind = around.kind === "and" ? "or" : "and";
  const logic = changeAt(level.logic, box, (parts) =>
    parts.map((part, place) => (place === at ? { kind, parts: [part] } : part)),
  );
  return within(level, logic);
}

function boxAt(logic: Group, [at, ...rest]: Path): Group {
  const part = at === undefined ? undefined : logic.parts[at];
  return part && isGroup(part) ? boxAt(part, rest) : logic;
}

/** Where the part would go one step up (-1) or down (1): past a rule, into a box, out of its own. */
function target(logic: Group, path: Path, step: -1 | 1): Path | null {
  const [box, at] = [path.slice(0, -1), path.at(-1) ?? 0];
  const { parts } = boxAt(logic, box);
  const beside = parts[at + step];
  if (beside === undefined) {
    const out = box.at(-1);
    return out === undefined ? null : [...box.slice(0, -1), step === 1 ? out + 1 : out];
  }
  if (!isGroup(beside)) return [...box, at + step];
  const inner = step === 1 ? 0 : beside.parts.length;
  // The box itself moves up by one place once the part has left from above it.
  return [...box, step === 1 ? at : at + step, inner];
}

export const canMove = (logic: Group, path: Path, step: -1 | 1): boolean =>
  target(logic, path, step) !== null;

/** Moves a rule or a box one step, into boxes beside it and out of the one around it. */
export function moveAt(level: Level, path: Path, step: -1 | 1): Level {
  const to = target(level.logic, path, step);
  const [box, at] = [path.slice(0, -1), path.at(-1) ?? 0];
  const part = boxAt(level.logic, box).parts[at];
  if (to === null || part === undefined) return level;
  const without = changeAt(level.logic, box, (parts) => parts.filter((_, place) => place !== at));
  const place = to.at(-1) ?? 0;
  const logic = changeAt(without, to.slice(0, -1), (parts) => parts.toSpliced(place, 0, part));
  return within(level, tidy(logic));
}
