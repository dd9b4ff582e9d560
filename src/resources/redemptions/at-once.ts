import type { Loaded } from "../../deciding/load";
import { ApiError } from "../../errors";
import type { Scope } from "../../scope/scope";

/*
 * Two clicks on "pay" are one wish. The database keeps two redemptions of one order apart: the
 * second is decided on what the first has left. Here it is noticed that both were under way at
 * once, which only an idempotency key can tell from a repetition.
 */

/** Requests that were cut off never end; after so long (milliseconds) they count as ended. */
const LONGEST_MS = 30_000;

/** One request that redeems on an order. */
interface Flight {
  until: number;
  /** Those that were under way with it, ended or not. */
  others: Set<Flight>;
  /** Ids of the redemptions that it is about to write. */
  writes: Set<string>;
}

/** The requests of this isolate that are under way, by the names of their orders. */
const underWay = new Map<string, Set<Flight>>();

type OrderNamed = { id?: string | null | undefined; source_id?: string | null | undefined } | null;

const namesOf = ({ project }: Scope, order: OrderNamed | undefined): string[] => [
  ...(order?.id ? [`${project.id} id ${order.id}`] : []),
  ...(order?.source_id ? [`${project.id} source ${order.source_id}`] : []),
];

function leave(name: string, flight: Flight): void {
  const flights = underWay.get(name);
  flights?.delete(flight);
  if (flights?.size === 0) underWay.delete(name);
}

function join(name: string, flight: Flight): void {
  const flights = underWay.get(name) ?? new Set();
  underWay.set(name, flights);
  for (const other of flights) {
    if (other.until < performance.now()) flights.delete(other);
    else if (other !== flight) {
      flight.others.add(other);
      other.others.add(flight);
    }
  }
  flights.add(flight);
}

type Entries = NonNullable<Loaded["order"]>["redemptions"];

const standingIn = (entries: Entries): [id: string, redeemed: unknown][] =>
  Object.entries(entries).flatMap(([id, { related_object_id: redeemed, rollback_id }]) =>
    rollback_id === undefined ? [[id, redeemed] satisfies [string, unknown]] : [],
  );

/** What one request does about others that redeem on its order at once. */
export interface AtOnce {
  /** Refuses what another request has redeemed on the order since this one began. */
  refuseTwice: (loaded: Pick<Loaded, "order" | "vouchers" | "tiers">) => void;
  /** Notes the ids of the redemptions that are about to be written. */
  writes: (ids: readonly string[]) => void;
  end: () => void;
}

export function atOnce(scope: Scope, sent: OrderNamed | undefined): AtOnce {
  const until = performance.now() + LONGEST_MS;
  const own: Flight = { until, others: new Set(), writes: new Set() };
  const names = new Set<string>();
  const call = (order: OrderNamed | undefined) => {
    for (const name of namesOf(scope, order)) {
      names.add(name);
      join(name, own);
    }
  };
  call(sent);
  /** The redemptions that the order had when it was read first. */
  let first: ReadonlySet<string> | null = null;
  const isSince = (id: string): boolean =>
    first?.has(id) === false || [...own.others].some(({ writes }) => writes.has(id));
  return {
    refuseTwice: ({ order, vouchers, tiers }) => {
      call(order);
      const entries = standingIn(order?.redemptions ?? {});
      first ??= new Set(entries.map(([id]) => id));
      if (scope.claim) return;
      const named = new Set<unknown>([...vouchers.values(), ...tiers.values()].map(({ id }) => id));
      if (entries.some(([id, redeemed]) => named.has(redeemed) && isSince(id))) {
        throw new ApiError("multiple_requests");
      }
    },
    writes: (ids) => {
      for (const id of ids) own.writes.add(id);
    },
    end: () => {
      for (const name of names) leave(name, own);
    },
  };
}
