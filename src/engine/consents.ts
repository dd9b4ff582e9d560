// Decides what a customer agrees to after saying something of consents.
import type { GivenConsents } from "../model/consent";

/**
 * What stands after a customer has said something of consents at an instant (ISO 8601): what was
 * said before keeps its time. `all` is the name under which all are taken back at once; whoever
 * gives one again has not taken all back any more. Refuses nothing.
 */
export function consentsAfter(
  before: GivenConsents,
  sent: Readonly<Record<string, boolean>>,
  { date, all }: { date: string; all: string },
): GivenConsents {
  const given = Object.keys(before).filter((name) => name !== all && before[name]?.value);
  const taken = sent[all] ? given.map((name) => [name, false] as const) : [];
  const gives = Object.entries(sent).some(([name, value]) => name !== all && value);
  const back = gives && before[all]?.value ? [[all, false] as const] : [];
  const said = new Map([...back, ...taken, ...Object.entries(sent)]);
  const changed = [...said].filter(([name, value]) => before[name]?.value !== value);
  return {
    ...before,
    ...Object.fromEntries(changed.map(([name, value]) => [name, { value, date }])),
  };
}
