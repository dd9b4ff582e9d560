import type { Schemas } from "../../../clients/typescript/src";
import { language } from "../../shared/language";
import { moment } from "../../shared/money";
import { useLedgerText } from "./ledger-texts";
import type { Column } from "./table";

export type Entry = Schemas["Transaction"];

const within = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;

const numberIn = (value: unknown, name: string): number | null => {
  const found = within(value, name);
  return typeof found === "number" ? found : null;
};

/** By how much an entry moved the balance, in points or minor units, and the balance that it left. */
function movedBy({ details: { balance } }: Entry) {
  const by = numberIn(balance, "points") ?? numberIn(balance, "amount");
  return { by, after: numberIn(balance, "balance") };
}

/** The order that moved it, by the number that the shop knows. */
function orderOf({ details: { order } }: Entry): string {
  return String(within(order, "source_id") ?? within(order, "id") ?? "");
}

interface EntryColumns {
  /** What moves: points, or an amount. */
  moved: string;
  write: (n: number) => string;
  /** What stands behind what happened, such as whose card it was. */
  beside?: readonly Column<Entry>[];
}

/** When and why an entry moved a balance, by how much, and what it left. */
export function useEntryColumns({ moved, write, beside = [] }: EntryColumns): Column<Entry>[] {
  const t = useLedgerText();
  const spoken = language.use();
  const signed = (n: number) => (n > 0 ? `+${write(n)}` : write(n));
  return [
    {
      name: "when",
      head: t("when"),
      sort: "created_at",
      cell: ({ created_at }) => <span class="nowrap">{moment(created_at, spoken)}</span>,
    },
    { name: "what", head: t("what"), cell: ({ type }) => t(type) },
    ...beside,
    {
      name: "order",
      head: t("order"),
      cell: (entry) => <span class="mono small break">{orderOf(entry)}</span>,
    },
    { name: "reason", head: t("reason"), cell: ({ reason }) => reason },
    {
      name: "moved",
      head: moved,
      isNumber: true,
      cell: (entry) => {
        const { by } = movedBy(entry);
        // Its sign stays with it.
        return by !== null && <span class="nowrap">{signed(by)}</span>;
      },
    },
    {
      name: "after",
      head: t("after"),
      isNumber: true,
      cell: (entry) => {
        const { after } = movedBy(entry);
        return after === null ? "" : write(after);
      },
    },
  ];
}
