import { language } from "../../../shared/language";
import { money } from "../../../shared/money";
import { priceOf } from "../../parts/cart/lines";
import type { SampleLine } from "../../parts/cart/sample";
import { type Column, Table } from "../../parts/table";
import { useProject } from "../../session";
import { lineDiscounts, turnsOf, type Validation } from "./ask";
import { useSandboxText } from "./texts";

interface LinesProps {
  validation: Validation;
  lines: readonly SampleLine[];
}

interface Row {
  key: string;
  name: string;
  before: number;
  /** Taken off at each turn that applies. */
  off: number[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** What each turn takes off each line, and what is left of it. */
export function Lines({ validation, lines }: LinesProps) {
  const t = useSandboxText();
  const spoken = language.use();
  const { currency } = useProject();
  const turns = turnsOf(validation).filter(({ status }) => status === "APPLICABLE");
  if (!validation.valid || turns.length === 0 || lines.length === 0) return null;
  const taken = turns.map((turn) => lineDiscounts(turn, lines.length));
  const rows: Row[] = lines.map((line, at) => ({
    key: String(line.key),
    name: line.goods?.name ?? t("line"),
    before: (priceOf(line) ?? 0) * line.quantity,
    off: taken.map((each) => each[at] ?? 0),
  }));
  const all: Row = {
    key: "all",
    name: t("all"),
    before: sum(rows.map(({ before }) => before)),
    off: taken.map(sum),
  };
  const shown = (minor: number) => money(minor, currency, spoken);
  const columns: Column<Row>[] = [
    {
      name: "line",
      head: t("line"),
      cell: ({ key, name }) => (key === "all" ? <strong>{name}</strong> : name),
    },
    { name: "before", head: t("before"), isNumber: true, cell: ({ before }) => shown(before) },
    ...turns.map((turn, at) => ({
      name: `turn ${at}`,
      head: t("turn", { n: turn.explanation?.stacking.turn ?? at + 1 }),
      isNumber: true,
      cell: ({ off }: Row) =>
        off[at] ? <span class="good">−{shown(off[at])}</span> : <span class="soft">–</span>,
    })),
    {
      name: "after",
      head: t("after"),
      isNumber: true,
      cell: ({ before, off }) => <strong>{shown(before - sum(off))}</strong>,
    },
  ];
  return (
    <section class="stack tight">
      <h3>{t("lines")}</h3>
      <div class="card flush">
        <Table
          label={t("lines")}
          columns={columns}
          rows={[...rows, all]}
          keyOf={({ key }) => key}
        />
      </div>
      <p class="soft small">{t("off-order")}</p>
    </section>
  );
}
