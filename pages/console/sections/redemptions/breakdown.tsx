import type { Schemas } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { money } from "../../../shared/money";
import { Table } from "../../parts/table";
import { useProject } from "../../session";
import { useRedemptionText } from "./texts";

type Order = Schemas["Order"];

/** A line in minor units; null is not told where it would say nothing. */
interface Row {
  key: string;
  name: string;
  quantity: number | null;
  before: number | null;
  here: number;
  taken: number;
  after: number | null;
}

/** Lines as they were sold, what is off the order as a whole, and what they come to. */
function rowsOf(order: Order, t: ReturnType<typeof useRedemptionText>): Row[] {
  const lines = (order.items ?? []).map((item, at): Row => {
    const { amount = 0, discount_amount: taken = 0 } = item;
    return {
      key: String(at),
      name: item.product?.name ?? item.sku?.sku ?? item.source_id ?? t("unnamed", { n: at + 1 }),
      quantity: item.quantity ?? null,
      before: amount,
      here: item.applied_discount_amount ?? 0,
      taken,
      after: item.subtotal_amount ?? amount - taken,
    };
  });
  const { amount = 0, discount_amount: taken = 0, applied_discount_amount: here = 0 } = order;
  const { total_discount_amount = 0, total_applied_discount_amount = 0 } = order;
  const whole = { key: "whole", name: t("whole-order"), quantity: null, before: null, after: null };
  return [
    ...lines,
    ...(taken > 0 || here > 0 ? [{ ...whole, here, taken }] : []),
    {
      key: "all",
      name: t("all"),
      quantity: null,
      before: amount,
      here: total_applied_discount_amount,
      taken: total_discount_amount,
      after: order.total_amount ?? amount - total_discount_amount,
    },
  ];
}

/** What an order cost before, what was taken off it, and what was left to pay. */
export function Breakdown({ order }: { order: Order }) {
  const t = useRedemptionText();
  const spoken = language.use();
  const { currency } = useProject();
  const cash = (minor: number | null) => (minor === null ? "" : money(minor, currency, spoken));
  const off = (minor: number) =>
    minor === 0 ? <span class="soft">–</span> : <span class="good">−{cash(minor)}</span>;
  const strong = ({ key }: Row, text: string) => (key === "all" ? <strong>{text}</strong> : text);
  return (
    <section class="stack tight">
      <h2>{t("breakdown")}</h2>
      {(order.items ?? []).length === 0 && <p class="soft">{t("breakdown.none")}</p>}
      <div class="card flush">
        <Table
          label={t("breakdown")}
          rows={rowsOf(order, t)}
          keyOf={({ key }) => key}
          columns={[
            {
              name: "line",
              head: t("line"),
              cell: (row) => <span class="break">{strong(row, row.name)}</span>,
            },
            {
              name: "quantity",
              head: t("quantity"),
              isNumber: true,
              cell: ({ quantity }) => quantity?.toLocaleString(spoken),
            },
            {
              name: "before",
              head: t("before"),
              isNumber: true,
              cell: (row) => strong(row, cash(row.before)),
            },
            { name: "here", head: t("here"), isNumber: true, cell: ({ here }) => off(here) },
            { name: "taken", head: t("taken"), isNumber: true, cell: ({ taken }) => off(taken) },
            {
              name: "after",
              head: t("after"),
              isNumber: true,
              cell: (row) => strong(row, cash(row.after)),
            },
          ]}
        />
      </div>
    </section>
  );
}
