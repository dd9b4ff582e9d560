import { present } from "../src/lib/assert";
import { openDecisions } from "./decisions";
import { openLarge } from "./large";
import type { Target } from "./load";
import { PATHS } from "./replay/order";
import { openShop } from "./shop";

/** At most so much; of CPU in ratio to what the version of the targets takes. */
interface Targets {
  whole?: number;
  replayed?: number;
  /** Those that the answer waits for. */
  statements?: number;
  bytes?: number;
}

/** An operation that the bench measures. */
export interface Operation {
  name: string;
  /** What its row is called. */
  title: string;
  /** Requests of a slice over HTTP; absent where its CPU is not measured. */
  amount?: number;
  /** Runs of a slice on replayed answers. */
  runs?: number;
  /** Requests of one customer, at ten a second, of which it is counted what they leave behind. */
  counted?: number;
  most?: Targets;
}

/** The version that the targets are ratios to. */
export const TARGET_REF = "17d0a125";

/** Requests of fifteen seconds, for so long the service gathers: none of these is cut short. */
const WINDOW = 150;

/** The yardstick of the footnote. */
export const BARE: Operation = { name: "bare", title: "bare read", amount: 400 };

export const OPERATIONS: readonly Operation[] = [
  {
    name: "validation",
    title: "validation, known customer",
    amount: 400,
    runs: 600,
    counted: 2 * WINDOW,
    most: { whole: 0.75, replayed: 0.75, statements: 1 },
  },
  // So long after the one before that nothing is put together.
  { name: "seldom", title: "the same, alone", counted: 1 },
  {
    name: "anonymous",
    title: "validation, no customer",
    amount: 400,
    runs: 600,
    counted: WINDOW,
    most: { whole: 0.8, replayed: 0.8, statements: 1 },
  },
  {
    name: "redemption",
    title: "redemption, order and customer",
    amount: 300,
    runs: 400,
    counted: WINDOW,
    most: { whole: 0.75, replayed: 0.8, statements: 9 },
  },
  {
    name: "stack",
    title: "validation, 5 codes on 50 lines",
    amount: 200,
    runs: 200,
    counted: WINDOW,
    most: { whole: 0.75, replayed: 0.7, statements: 1 },
  },
  {
    name: "qualification",
    title: "qualification, 1,000 campaigns",
    amount: 200,
    runs: 200,
    most: { whole: 0.8, replayed: 0.75 },
  },
  {
    name: "session",
    title: "validation with session",
    amount: 300,
    runs: 500,
    counted: WINDOW,
    most: { whole: 0.85, replayed: 0.8 },
  },
  { name: "large", title: "validation, 30 codes on 500 lines" },
  { name: "slim", title: "the same, nothing expanded", most: { bytes: 300_000 } },
];

/** Makes what the operations ask for; answers the request of each. */
export async function openOperations(
  url: string,
  campaigns?: number,
): Promise<Record<string, Target>> {
  const shop = await openShop(url);
  return {
    bare: { path: PATHS.bare },
    ...shop,
    seldom: present(shop.validation, "a validation"),
    ...(await openDecisions(url, campaigns)),
    ...(await openLarge(url)),
  };
}
