import { DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import { changesNothing, nextUpdate } from "../../../commit/next-update";
import { retried } from "../../../commit/retry";
import type { LoyaltyMemberRow } from "../../../db/tables/loyalty";
import type { DomainEvent } from "../../../events/outbox";
import { isoNow, type Scope } from "../../../scope/scope";
import {
  type Decided,
  decideAnew,
  decideNext,
  foundMembers,
  type Look,
  looksAt,
  periodsOf,
} from "./look";
import {
  decodeSums,
  letGoOfCards,
  type MovedMember,
  memberReads,
  sumsOf,
  writeMembers,
} from "./member-store";
import { moveEvents } from "./move-events";

/** How members are looked at. */
interface Way {
  /** Under other settings than before: their tiers are decided anew. */
  isAnew?: boolean;
  /** Because other points lead into tiers than before. */
  areTiersChanged?: boolean;
  /** Because a day has come: those whose cards are gone are not due again. */
  isDue?: boolean;
}

/** What one look writes: a member anew, or one that was there; nothing where all is as it was. */
interface Written {
  added: LoyaltyMemberRow[];
  moved: MovedMember[];
  events: DomainEvent[];
}

function memberAfter(scope: Scope, look: Look, decided: Decided): LoyaltyMemberRow {
  const { card, customer, campaign, row } = look;
  return {
    ...decided.standing,
    project_id: scope.project.id,
    customer_id: customer.id,
    campaign_id: campaign.id,
    voucher_id: card.id,
    due_at: decided.due_at,
    counted: decided.counted,
    created_at: row?.created_at ?? isoNow(scope),
    updated_at: row && nextUpdate(scope, row),
  };
}

function written(scope: Scope, look: Look, decided: Decided): Written {
  const after = memberAfter(scope, look, decided);
  const { project_id: _, customer_id: __, campaign_id: ___, created_at: ____, ...change } = after;
  const { row: seen } = look;
  if (seen && changesNothing(seen, change)) return { added: [], moved: [], events: [] };
  const events = moveEvents(scope, look, decided.moves, after);
  return { added: seen ? [] : [after], moved: seen ? [{ seen, change }] : [], events };
}

/** Reads what those need who are looked at for the first time, or anew; nothing where none is. */
async function readSums(scope: Scope, looks: readonly Look[]) {
  const cards = looks.map((look) => periodsOf(scope, look));
  const { sums } = await load(scope, { sums: cards.length > 0 ? sumsOf(scope, cards) : null });
  return decodeSums(sums);
}

async function lookOnce(scope: Scope, ids: readonly string[], way: Way) {
  const { isAnew, isDue } = way;
  const found = foundMembers(await load(scope, memberReads(scope, ids)));
  // The night that decides tiers has been to the rewards.
  const rewards = found.rewards.map((each) => (isDue ? { ...each, isDue: false } : each));
  const looks = looksAt(scope, { ...found, rewards });
  const isFirst = ({ member }: Look) => isAnew || member === null;
  const sums = await readSums(scope, looks.filter(isFirst));
  const all = looks.map((look) => {
    const sum = sums.get(look.card.id);
    const decided = sum
      ? decideAnew(scope, look, sum, way.areTiersChanged)
      : decideNext(scope, look, way.areTiersChanged);
    return { look, decided, ...written(scope, look, decided) };
  });
  const statements = [
    ...writeMembers(scope, {
      added: all.flatMap(({ added }) => added),
      moved: all.flatMap(({ moved }) => moved),
    }),
    ...(isDue ? [letGoOfCards(scope, ids)] : []),
  ];
  const events = all.flatMap((each) => each.events);
  const left = all.flatMap(({ look: { card }, decided }) =>
    decided.counted < (card.loyalty?.entries ?? 0) ? [card.id] : [],
  );
  if (statements.length === 0) return { left };
  const result = await commit(scope, { statements, events, answer: DONE });
  return result.ok ? { left } : null;
}

/** Looks at once that follow each other, where cards have more entries than one reads. */
const MOST_LOOKS = 20;

/**
 * Brings the holders of cards into the tiers of their points, as the ledger and the calendar say,
 * and tells what happened. Each entry of a ledger counts once, however often it is looked for.
 */
export async function moveMembers(
  scope: Scope,
  voucherIds: readonly string[],
  way: Way = {},
  looks = MOST_LOOKS,
): Promise<void> {
  const rows = voucherIds.map((id) => `member ${id}`);
  const { left } = await retried(scope, () => lookOnce(scope, voucherIds, way), rows);
  if (left.length > 0 && looks > 1) await moveMembers(scope, left, {}, looks - 1);
}
