import type { Schemas } from "../../../../../clients/typescript/src";
import { textsOf } from "../../../../shared/texts";

export const useMoveText = textsOf({
  title: { en: "Lives in {place}", de: "Wohnt in {place}" },
  lead: {
    en: "The database that has all of its rows. It can move to another one while it is used.",
    de: "Die Datenbank, in der alle seine Zeilen stehen. Es kann umziehen, während es benutzt wird.",
  },
  nowhere: {
    en: "No other place takes projects now.",
    de: "Kein anderer Ort nimmt gerade Projekte.",
  },
  to: { en: "Another place", de: "Ein anderer Ort" },
  place: {
    en: { one: "{name}, with {n} project", other: "{name}, with {n} projects" },
    de: { one: "{name}, mit {n} Projekt", other: "{name}, mit {n} Projekten" },
  },
  load: {
    en: "Rows: {rows}, events a minute: {events}",
    de: "Zeilen: {rows}, Ereignisse je Minute: {events}",
  },
  "load.all": {
    en: "All projects there together. {load}",
    de: "Alle Projekte dort zusammen. {load}",
  },
  deed: { en: "Move", de: "Umziehen" },
  ask: { en: "Move {name} to {place}?", de: "{name} nach {place} umziehen?" },
  "ask.text": {
    en: "It goes on meanwhile; writes wait for a moment at the end. Until then it can be cancelled.",
    de: "Es läuft dabei weiter; am Ende warten Änderungen einen Moment. Bis dahin lässt es sich abbrechen.",
  },
  begun: { en: "It is on its way", de: "Es ist unterwegs" },
  going: { en: "On its way from {from} to {to}.", de: "Unterwegs von {from} nach {to}." },
  rows: { en: "{done} of {total} rows", de: "{done} von {total} Zeilen" },
  cancel: { en: "Cancel the move", de: "Umzug abbrechen" },
  cancelled: { en: "It stays where it is", de: "Es bleibt, wo es ist" },
  "over.DONE": {
    en: "Moved from {from} to {to} on {at}.",
    de: "Umgezogen von {from} nach {to} am {at}.",
  },
  "over.FAILED": {
    en: "The move from {from} to {to} failed on {at}; nothing of it is left.",
    de: "Der Umzug von {from} nach {to} scheiterte am {at}; nichts davon blieb.",
  },
  "over.CANCELLED": {
    en: "The move from {from} to {to} was cancelled on {at}.",
    de: "Der Umzug von {from} nach {to} wurde am {at} abgebrochen.",
  },
  CLEARING: { en: "The new place is made ready.", de: "Der neue Ort wird vorbereitet." },
  COPYING: { en: "Its rows are copied.", de: "Seine Zeilen werden kopiert." },
  COMPARING: {
    en: "What has arrived is compared with what was sent.",
    de: "Was angekommen ist, wird mit dem verglichen, was abging.",
  },
  CATCHING_UP: {
    en: "What changed meanwhile follows; that takes more than a minute.",
    de: "Was sich inzwischen änderte, folgt; das dauert über eine Minute.",
  },
  SWITCHING: { en: "It changes places now.", de: "Es wechselt gerade den Ort." },
});

/** How much a place has and does; undefined where nobody has counted it yet. */
export function loadText(
  t: ReturnType<typeof useMoveText>,
  { rows, events_per_minute: events }: Schemas["Place"],
): string | undefined {
  return rows === null || events === null ? undefined : t("load", { rows, events });
}

/** The cast holds: a phase that has no text is not spoken of. */
export const phaseText = (t: ReturnType<typeof useMoveText>, phase: string): string =>
  ["CLEARING", "COPYING", "COMPARING", "CATCHING_UP", "SWITCHING"].includes(phase)
    ? t(phase as "COPYING")
    : "";
