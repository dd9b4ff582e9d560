// Decides how three-valued verdicts, one a line, combine.
import type { Logic, Truth } from "./logic";

/** A verdict as a number, so that `and` is the least, `or` the greatest and negation the mirror. */
export const NO = 0;
export const UNKNOWN = 1;
export const YES = 2;

/** One verdict a line. */
export type Grades = Uint8Array;

/** A verdict as a number. */
export const gradeOf = (truth: Truth): number => {
  if (truth === null) return UNKNOWN;
  return truth ? YES : NO;
};

/** A number as the verdict that it stands for. */
export const truthOfGrade = (grade: number): Truth => (grade === UNKNOWN ? null : grade === YES);

/** So many lines of one verdict. */
export const allAlike = (size: number, truth: Truth): Grades =>
  new Uint8Array(size).fill(gradeOf(truth));

/** `and` (the least) or `or` (the greatest) of two lists, line by line, into the first. */
export function joinInto(into: Grades, other: Grades, kind: "and" | "or"): void {
  const isAnd = kind === "and";
  for (let i = 0; i < into.length; i++) {
    const one = into[i] ?? NO;
    const two = other[i] ?? NO;
    into[i] = one < two === isAnd ? one : two;
  }
}

/** An expression over rules that are each judged on every line. */
export function combined(logic: Logic, gradesOf: (key: string) => Grades): Grades {
  if (logic.kind === "rule") return gradesOf(logic.key);
  const [first, ...rest] = logic.parts.map((part) => combined(part, gradesOf));
  const into = (first ?? new Uint8Array()).slice();
  for (const other of rest) joinInto(into, other, logic.kind);
  return into;
}

/** Whether all of them are yes. */
export function isAllYes(grades: Grades): boolean {
  for (const grade of grades) if (grade !== YES) return false;
  return true;
}

/** The entries of one list where the other is not no. */
export function kept(grades: Grades, by: Grades): Grades {
  const into = new Uint8Array(by.length);
  let size = 0;
  for (let i = 0; i < by.length; i++) if (by[i] !== NO) into[size++] = grades[i] ?? NO;
  return into.subarray(0, size);
}
