import { describe, expect, it } from "vitest";
import type { ItemFacts } from "../../../src/engine/rules/facts";
import { targetsOf } from "../../../src/engine/targets/targets";
import type { ApplicableEntry, ApplicableTo } from "../../../src/model/applicable-to";
import { countedReads } from "../../support/counted-reads";
import { collection, inAll, item, line, product, reach } from "./shelf";

/** Lines as `index x units`, with the units from 0 where they are listed. */
const told = (sets: ApplicableTo[], items: ItemFacts[], skip: number[] = []) =>
  targetsOf(sets, items, { skip: new Set(skip) }).lines.map(
    ({ index, units, unitIndices }) =>
      `${index} x ${units}${unitIndices ? ` [${unitIndices.join(",")}]` : ""}`,
  );

/** a: 2 at 300, b: 4 at 100, c: 1 at 200; all in one collection. */
const SHOP = [line("a", 2, 300, inAll), line("b", 4, 100, inAll), line("c", 1, 200, inAll)];
const all = (more: Partial<ApplicableEntry>) => [reach([collection("pc_all", more)])];

interface Row {
  name: string;
  given: [sets: ApplicableTo[], items?: ItemFacts[] | undefined, skip?: number[]];
  expect: string[];
}

const REACHED: Row[] = [
  { name: "no rule narrows: all lines", given: [[]], expect: ["0 x 2", "1 x 4", "2 x 1"] },
  {
    name: "a rule that lists nothing narrows nothing",
    given: [[reach([])]],
    expect: ["0 x 2", "1 x 4", "2 x 1"],
  },
  { name: "only what is included", given: [[reach([product("b")])]], expect: ["1 x 4"] },
  {
    name: "a rule that lists nothing beside one that does",
    given: [[reach([]), reach([product("b")])]],
    expect: ["1 x 4"],
  },
  {
    name: "only exclusions: all lines but those",
    given: [[reach([], [product("b")])]],
    expect: ["0 x 2", "2 x 1"],
  },
  {
    name: "included_all: all lines but the excluded ones",
    given: [[reach([], [product("a")], true)]],
    expect: ["1 x 4", "2 x 1"],
  },
  {
    name: "excluded goes before included",
    given: [[reach([collection("pc_all")], [product("a")])]],
    expect: ["1 x 4", "2 x 1"],
  },
  {
    name: "an exclusion of one rule holds against the inclusion of another",
    given: [[reach([product("a"), product("b")]), reach([], [product("a")])]],
    expect: ["1 x 4"],
  },
  {
    name: "inclusions of all rules add up",
    given: [[reach([product("c")]), reach([product("a")])]],
    expect: ["2 x 1", "0 x 2"],
  },
  {
    name: "included_all of one rule opens all, and the entries keep their limits",
    given: [[reach([product("b", { quantity_limit: 1 })]), reach([], [], true)]],
    expect: ["1 x 1 [0]", "0 x 2", "2 x 1"],
  },
  {
    name: "included_all gives nothing back that an entry's limits left out",
    given: [[reach([product("b", { skip_initially: 1 })], [], true)]],
    expect: ["0 x 2", "2 x 1"],
  },
  {
    name: "a line that another redeemable discounted is not touched",
    given: [[], undefined, [1]],
    expect: ["0 x 2", "2 x 1"],
  },
  {
    name: "such a line is not counted: the next cheapest is the cheapest",
    given: [all({ effect: "APPLY_TO_CHEAPEST" }), undefined, [1]],
    expect: ["2 x 1"],
  },
  { name: "goods that are not in the order", given: [[reach([product("z")])]], expect: [] },
  {
    name: "a line without a quantity is one unit",
    given: [[reach([product("a")])], [line("a", null)]],
    expect: ["0 x 1"],
  },
  {
    name: "a line of no units is not touched",
    given: [[], [line("a", 0), line("b")]],
    expect: ["1 x 1"],
  },
  {
    name: "a line that two entries include is reached by the first",
    given: [[reach([product("b", { quantity_limit: 1 }), collection("pc_all")])]],
    expect: ["1 x 1 [0]", "0 x 2", "2 x 1"],
  },
  {
    name: "a line that the first entry leaves out goes to the second",
    given: [
      [
        reach([
          collection("pc_all", { effect: "APPLY_TO_CHEAPEST" }),
          collection("pc_all", { effect: "APPLY_TO_MOST_EXPENSIVE" }),
        ]),
      ],
    ],
    expect: ["1 x 4", "0 x 2"],
  },
  {
    name: "a line reached before takes nothing of the next entry's limit",
    given: [[reach([product("a"), collection("pc_all", { aggregated_quantity_limit: 4 })])]],
    expect: ["0 x 2", "1 x 4"],
  },
  {
    name: "the same entry in two rules counts once",
    given: [
      [
        reach([collection("pc_all", { effect: "APPLY_TO_CHEAPEST", quantity_limit: 3 })]),
        reach([collection("pc_all", { effect: "APPLY_TO_CHEAPEST", quantity_limit: 3 })]),
      ],
    ],
    expect: ["1 x 3 [0,1,2]"],
  },
  {
    name: "an exclusion of the most expensive leaves out that one line",
    given: [[reach([], [collection("pc_all", { effect: "APPLY_TO_MOST_EXPENSIVE" })])]],
    expect: ["1 x 4", "2 x 1"],
  },
];

const WALKED: Row[] = [
  { name: "APPLY_TO_EVERY is the default", given: [all({})], expect: ["0 x 2", "1 x 4", "2 x 1"] },
  {
    name: "APPLY_TO_EVERY",
    given: [all({ effect: "APPLY_TO_EVERY" })],
    expect: ["0 x 2", "1 x 4", "2 x 1"],
  },
  {
    name: "APPLY_TO_CHEAPEST: by unit price, not by amount (4 x 100 is more than 1 x 200)",
    given: [all({ effect: "APPLY_TO_CHEAPEST" })],
    expect: ["1 x 4"],
  },
  {
    name: "APPLY_TO_MOST_EXPENSIVE",
    given: [all({ effect: "APPLY_TO_MOST_EXPENSIVE" })],
    expect: ["0 x 2"],
  },
  {
    name: "APPLY_FROM_CHEAPEST: 100, 200, 300",
    given: [all({ effect: "APPLY_FROM_CHEAPEST" })],
    expect: ["1 x 4", "2 x 1", "0 x 2"],
  },
  {
    name: "APPLY_FROM_MOST_EXPENSIVE: 300, 200, 100",
    given: [all({ effect: "APPLY_FROM_MOST_EXPENSIVE" })],
    expect: ["0 x 2", "2 x 1", "1 x 4"],
  },
  {
    name: "equal prices: the earlier line is the cheapest",
    given: [all({ effect: "APPLY_TO_CHEAPEST" }), [line("x", 1, 5, inAll), line("y", 1, 5, inAll)]],
    expect: ["0 x 1"],
  },
  {
    name: "equal prices: the earlier line is the most expensive as well",
    given: [
      all({ effect: "APPLY_TO_MOST_EXPENSIVE" }),
      [line("x", 1, 5, inAll), line("y", 1, 5, inAll)],
    ],
    expect: ["0 x 1"],
  },
  {
    name: "without a price the amount by its units counts: 100 / 3 is below 34, 101 / 3 is below 34 as well",
    given: [
      all({ effect: "APPLY_FROM_CHEAPEST" }),
      [
        line("x", 1, 34, inAll),
        line("y", 3, null, { amount: 101, ...inAll }),
        line("z", 3, null, { amount: 100, ...inAll }),
      ],
    ],
    expect: ["2 x 3", "1 x 3", "0 x 1"],
  },
  {
    name: "a line of unknown price is never the cheapest",
    given: [
      all({ effect: "APPLY_FROM_CHEAPEST" }),
      [line("x", 1, null, inAll), line("y", 1, 9, inAll)],
    ],
    expect: ["1 x 1", "0 x 1"],
  },
  {
    name: "a line of unknown price is never the most expensive",
    given: [
      all({ effect: "APPLY_FROM_MOST_EXPENSIVE" }),
      [line("x", 1, null, inAll), line("y", 1, 9, inAll)],
    ],
    expect: ["1 x 1", "0 x 1"],
  },
];

/** Seven lines of one unit each. */
const SEVEN = Array.from({ length: 7 }, (_, at) => line(`p${at}`, 1, 100, inAll));
const TEN = [line("a", 10, 100, inAll)];
const LARGE = 1_000_000_000_000;

const COUNTED: Row[] = [
  {
    name: "skip_initially skips lines by default",
    given: [all({ skip_initially: 2 })],
    expect: ["2 x 1"],
  },
  {
    name: "repeat 1 is each line",
    given: [all({ repeat: 1, target: "ITEM" })],
    expect: ["0 x 2", "1 x 4", "2 x 1"],
  },
  {
    name: "repeat 3 is every third line from the first on",
    given: [all({ repeat: 3 }), SEVEN],
    expect: ["0 x 1", "3 x 1", "6 x 1"],
  },
  {
    name: "repeat counts after the skipped ones: lines 2 and 5",
    given: [all({ skip_initially: 2, repeat: 3 }), SEVEN],
    expect: ["2 x 1", "5 x 1"],
  },
  {
    name: "they count along the walk: of 100, 200, 300 the second is line 2",
    given: [all({ effect: "APPLY_FROM_CHEAPEST", skip_initially: 1, repeat: 2 })],
    expect: ["2 x 1"],
  },
  {
    name: "UNIT: 2, 5, 8 of 10 units for skip 1 and repeat 3 (here from 0)",
    given: [all({ target: "UNIT", skip_initially: 1, repeat: 3 }), TEN],
    expect: ["0 x 3 [1,4,7]"],
  },
  {
    name: "UNIT counts on over the lines: of 2 + 4 + 1 units every third is 0, 3 and 6",
    given: [all({ target: "UNIT", repeat: 3 })],
    expect: ["0 x 1 [0]", "1 x 1 [1]", "2 x 1 [0]"],
  },
  {
    name: "UNIT skips units over lines: 3 skipped of 2 + 4 + 1",
    given: [all({ target: "UNIT", skip_initially: 3 })],
    expect: ["1 x 3 [1,2,3]", "2 x 1 [0]"],
  },
  {
    name: "UNIT alone lists all units",
    given: [[reach([product("a", { target: "UNIT" })])]],
    expect: ["0 x 2 [0,1]"],
  },
  {
    name: "skipping all leaves nothing",
    given: [all({ target: "UNIT", skip_initially: 7 })],
    expect: [],
  },
  {
    name: "quantity_limit cuts each line",
    given: [all({ quantity_limit: 2 })],
    expect: ["0 x 2", "1 x 2 [0,1]", "2 x 1"],
  },
  { name: "a limit of 0 leaves nothing", given: [all({ quantity_limit: 0 })], expect: [] },
  {
    name: "aggregated_quantity_limit cuts all lines together: 2 + 1 of 3",
    given: [all({ aggregated_quantity_limit: 3 })],
    expect: ["0 x 2", "1 x 1 [0]"],
  },
  {
    name: "it is used up along the walk: 4 + 1 of 5 from the cheapest",
    given: [all({ effect: "APPLY_FROM_CHEAPEST", aggregated_quantity_limit: 5 })],
    expect: ["1 x 4", "2 x 1"],
  },
  {
    name: "both limits: 2 of each line, 3 in all",
    given: [all({ quantity_limit: 2, aggregated_quantity_limit: 3 })],
    expect: ["0 x 2", "1 x 1 [0]"],
  },
  {
    name: "limits count covered units: the first two of 1, 4, 7",
    given: [all({ target: "UNIT", skip_initially: 1, repeat: 3, quantity_limit: 2 }), TEN],
    expect: ["0 x 2 [1,4]"],
  },
  {
    name: "10^12 units by arithmetic: (10^12 - 2) / 3 rounded up is 333333333333",
    given: [
      all({ target: "UNIT", skip_initially: 2, repeat: 3 }),
      [line("a", LARGE, 100, inAll), line("b", 3, 100, inAll)],
    ],
    // Covered are 2, 5, ..., 999999999998; then 1000000000001, which is unit 1 of the next line.
    expect: ["0 x 333333333333", "1 x 1"],
  },
  {
    name: "1000 units in the order are still listed",
    given: [all({ quantity_limit: 1 }), [line("a", 999, 100, inAll), line("b", 1, 100, inAll)]],
    expect: ["0 x 1 [0]", "1 x 1"],
  },
  {
    name: "1001 units are not, however few are covered",
    given: [all({ quantity_limit: 1 }), [line("a", 1000, 100, inAll), line("b", 1, 100, inAll)]],
    expect: ["0 x 1", "1 x 1"],
  },
];

describe("targetsOf: which lines", () => {
  it.each(REACHED)("$name", ({ given: [sets, items, skip], expect: lines }) => {
    expect(told(sets, items ?? SHOP, skip)).toEqual(lines);
  });
});

describe("targetsOf: in which order", () => {
  it.each(WALKED)("$name", ({ given: [sets, items], expect: lines }) => {
    expect(told(sets, items ?? SHOP)).toEqual(lines);
  });
});

describe("targetsOf: how many units", () => {
  it.each(COUNTED)("$name", ({ given: [sets, items], expect: lines }) => {
    expect(told(sets, items ?? SHOP)).toEqual(lines);
  });
});

describe("targetsOf: limits of amounts and what it says of itself", () => {
  it("amount_limit goes with each line, aggregated_amount_limit with the entry's group", () => {
    const first = product("a", { amount_limit: 50, aggregated_amount_limit: 70 });
    const { lines, groups } = targetsOf([reach([first], [], true)], SHOP);
    expect(lines.map(({ index, amount_limit, group }) => [index, amount_limit, group])).toEqual([
      [0, 50, 0],
      [1, null, 1],
      [2, null, 1],
    ]);
    expect(groups).toEqual([{ aggregated_amount_limit: 70 }, { aggregated_amount_limit: null }]);
    expect(lines.map(({ entry }) => entry)).toEqual([first, null, null]);
  });

  it.each([
    { name: "nothing listed", given: [reach([])], expect: false },
    { name: "included_all alone", given: [reach([], [], true)], expect: false },
    { name: "included", given: [reach([product("a")])], expect: true },
    { name: "excluded", given: [reach([], [product("a")])], expect: true },
  ])("is narrowed by what names goods: $name", ({ given, expect: narrowed }) => {
    expect(targetsOf(given, SHOP).isNarrowed).toBe(narrowed);
  });

  it("tells whole lines from cut ones", () => {
    const { lines } = targetsOf(all({ quantity_limit: 2 }), SHOP);
    expect(lines.map(({ isWhole }) => isWhole)).toEqual([true, false, true]);
  });

  it("an order without lines has no targets", () => {
    expect(targetsOf([reach([product("a")])], [])).toMatchObject({ lines: [], isNarrowed: true });
  });

  it("each redeemable of 100 entries reads each of 500 lines a few times, not once for each entry", () => {
    const items = Array.from({ length: 500 }, (_, at) =>
      item({ product_id: `p${at}`, quantity: LARGE, price: at, collections: ["pc_all"] }),
    );
    const entries = Array.from({ length: 100 }, (_, at) => product(`p${at * 5}`, { repeat: 2 }));
    const { value, reads } = countedReads(items);
    for (let turn = 0; turn < 30; turn++) {
      const last = collection("pc_all", { effect: "APPLY_FROM_CHEAPEST" });
      expect(targetsOf([reach([...entries, last])], value).lines).toHaveLength(500);
    }
    expect(reads()).toBeLessThan(30 * 500 * 20);
  });
});
