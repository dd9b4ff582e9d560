import type * as z from "zod";
import { load } from "../../commit/load";
import { insertRows } from "../../db/client";
import { vouchers } from "../../db/tables/vouchers";
import { withoutShared } from "../../engine/campaign-voucher";
import { ApiError } from "../../errors";
import { Money } from "../../model/discount";
import { NewCode } from "../../model/voucher";
import type { Scope } from "../../scope/scope";
import type { StoredCampaign } from "../campaigns/store";
import { categoriesNamed } from "../categories/store";
import { newVoucher } from "../vouchers/draft";
import { takenKeys } from "../vouchers/import-store";
import { VoucherCreate } from "../vouchers/schema";
import { keyOf, type StoredVoucher } from "../vouchers/store";
import { CHECK, FINISH, type Kind, type Planner, textAt, type Work } from "./kind";
import { mark, nowhere, removeReserved, reveal } from "./reserved";
import { fitting, inOrder, type Row, refusal, titleOf } from "./rows";
import type { RowError } from "./schema";
import { amountTitle, COLUMNS, LIMITS, shape } from "./voucher-columns";

/** A voucher as a file has one: its code is known, and what was used of it is off already. */
const VoucherLine = VoucherCreate.extend({
  code: NewCode,
  redeemed_quantity: Money.nullish(),
  redeemed_amount: Money.nullish(),
});
type VoucherLine = z.infer<typeof VoucherLine>;

const invalidVoucher = (path: string, reason: string) =>
  new ApiError("invalid_voucher", { details: `Property .${path} ${reason}` });

/**
 * `FIXED` is the price that is left to pay. Most other systems mean an amount off, and so does a
 * file that has another amount of theirs.
 */
function refuseFixed({ discount }: VoucherLine, { unknown }: Work): void {
  const title = discount?.type === "FIXED" ? amountTitle(unknown) : undefined;
  if (title === undefined) return;
  throw invalidVoucher(
    "discount.type",
    `FIXED is the price that is left to pay, and '${title}' is no column of an import; write AMOUNT for an amount off, or leave the column out`,
  );
}

/** What an import cannot give a voucher is refused rather than forgotten. */
function refuseParents(input: VoucherLine, campaign: StoredCampaign | null): void {
  if (input.validation_rules?.length) {
    throw invalidVoucher("validation_rules", "cannot be imported; assign rules to the campaign");
  }
  if (input.category_id) throw invalidVoucher("category_id", "cannot be imported; use category");
  for (const path of ["campaign", "campaign_id"] as const) {
    const named = input[path];
    if (!named || named === campaign?.id || named === campaign?.name) continue;
    throw invalidVoucher(
      path,
      campaign ? `must be ${campaign.name}` : "must be empty; import into the campaign itself",
    );
  }
}

interface Draft {
  row: number;
  voucher: StoredVoucher;
}

/** The vouchers that the rows would make, but for whether their codes are free. */
function drafts(scope: Scope, work: Work, rows: readonly Row<VoucherLine>[]) {
  const made: Draft[] = [];
  const refused: RowError[] = [];
  for (const { row, input } of rows) {
    try {
      refuseParents(input, work.campaign);
      refuseFixed(input, work);
      made.push({ row, voucher: newVoucher(scope, input, work.campaign) });
    } catch (error) {
      refused.push(refusal(work, row, error));
    }
  }
  return { made, refused };
}

/** Keys of the codes that exist, and the ids of the categories that are named. */
async function existing(scope: Scope, drawn: readonly Draft[]) {
  const keys = drawn.map(({ voucher }) => voucher.code_key);
  const names = new Set(drawn.map(({ voucher }) => voucher.category));
  const { rows, categories } = await load(scope, {
    rows: takenKeys(scope, keys),
    categories: categoriesNamed(
      scope,
      [...names].map((category) => ({ category })),
    ),
  });
  return {
    taken: new Set(rows.map(({ code_key }) => code_key)),
    categories: new Map(categories.map(({ name, id }) => [String(name), String(id)])),
  };
}

const stored = (work: Work, voucher: StoredVoucher, categories: Map<string, string>) => ({
  ...(voucher.campaign ? withoutShared(voucher, voucher.campaign) : voucher),
  category_id: categories.get(voucher.category ?? "") ?? null,
  deleted_at: mark(work),
});

/**
 * Vouchers of the rows, written under the import's mark: they have their codes, and nobody sees
 * them until the whole file is in.
 */
const reserve: Planner = async (scope, work, lines) => {
  if (work.isGone) return nowhere(lines);
  const { rows, refused } = fitting(scope, work, VoucherLine, lines);
  const { made, refused: bad } = drafts(scope, work, rows);
  const { taken, categories } = await existing(scope, made);
  const column = titleOf(work, "code");
  const duplicates = made.flatMap(({ row, voucher }) =>
    taken.has(voucher.code_key)
      ? [{ row, column, reason: `'${voucher.code.slice(0, 60)}' exists already` }]
      : [],
  );
  return {
    refused: [...refused, ...bad, ...duplicates],
    part: () => ({
      statements: [
        insertRows(vouchers, inOrder(made.map(({ voucher }) => stored(work, voucher, categories)))),
      ],
    }),
  };
};

const CHECKED_ROWS = 2_000;
const WRITTEN_ROWS = 1_000;
const REVEALED_ROWS = 300;

/** Vouchers with codes of their own, alone or in a campaign: all of them, or none. */
export const vouchersKind: Kind = {
  sheet: { columns: COLUMNS, needs: [["code"]], metadata: "voucher", limits: LIMITS },
  shape,
  identity: {
    path: "code",
    of: (scope, body) => {
      const code = textAt(body, "code");
      return code === null ? null : keyOf(scope, code);
    },
  },
  phases: {
    [CHECK]: { rows: CHECKED_ROWS, plan: reserve, writes: false, next: "reserve" },
    reserve: {
      rows: WRITTEN_ROWS,
      plan: reserve,
      writes: true,
      next: "reveal",
      undo: ({ offset }) => ({ phase: "remove", offset: 0, until: offset }),
    },
    reveal: {
      rows: REVEALED_ROWS,
      plan: reveal,
      writes: true,
      next: FINISH,
      undo: ({ offset, until }) => ({ phase: "remove", offset, until }),
    },
    remove: { rows: WRITTEN_ROWS, plan: removeReserved, writes: true, next: FINISH },
  },
  done: (_scope, { campaign }, created) =>
    campaign && created > 0
      ? [
          {
            kind: "campaign.vouchers.aded",
            entity_id: campaign.id,
            data: { campaign: { id: campaign.id, name: campaign.name }, count: created },
          },
        ]
      : [],
};
