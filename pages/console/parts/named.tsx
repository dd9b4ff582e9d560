import type { JSX } from "preact";
import { Lost } from "./lost";

interface NamedProps {
  /** Which part of the address names it; 0 is what stands before the first slash. */
  at: number;
  children: (name: string) => JSX.Element;
}

/** A part as it is written in the address: the router has unescaped half of what it hands on. */
function partOf(at: number): string | null {
  try {
    return decodeURIComponent(location.pathname.split("/")[at] ?? "");
  } catch {
    return null;
  }
}

/** What the address names by a code or an id of any characters; what is no text names nothing. */
export function Named({ at, children }: NamedProps) {
  const name = partOf(at);
  return name === null ? <Lost /> : children(name);
}
