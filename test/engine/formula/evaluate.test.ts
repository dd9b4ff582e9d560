import { describe, expect, it } from "vitest";
import type { FormulaFacts } from "../../../src/engine/formula/facts";
import { facts, shirts, worth } from "./shop";

type Row = [formula: string, expect: number | null, why?: string];

describe("operands", () => {
  const rows: Row[] = [
    ["ORDER_AMOUNT", 11500],
    ["ORDER_ITEMS_QUANTITY", 3, "three lines hold units, the fourth holds none"],
    ["ORDER_UNITS_QUANTITY", 6, "2 + 3 + 1"],
    ['ORDER_METADATA("shipping")', 990],
    ['CUSTOMER_METADATA("age")', 20],
    ['CUSTOMER_METADATA("points")', 150, "a text that is a number"],
    ['REDEEMABLE_METADATA("base")', 700],
    ['REDEMPTION_METADATA("till")', 4],
    ['PUBLICATION_METADATA("channel_bonus")', 55],
    ["ORDER_ITEM_PRICE", 1000],
    ["ORDER_ITEM_AMOUNT", 2000],
    ["ORDER_ITEM_SUBTOTAL", 1800],
    ["ORDER_ITEM_UNITS_QUANTITY", 2],
    ['ORDER_ITEM_METADATA("wrap")', 30],
    ['ORDER_ITEM_PRODUCT_METADATA("margin")', 0.25],
    ["CHEAPEST_ORDER_ITEM_PRICE", 500, "the line of no units does not count"],
    ["CHEAPEST_ORDER_ITEM_AMOUNT", 1500],
    ["CHEAPEST_ORDER_ITEM_SUBTOTAL", 1400],
    ["CHEAPEST_ORDER_ITEM_UNITS_QUANTITY", 3],
    ['CHEAPEST_ORDER_ITEM_METADATA("wrap")', 10],
    ['CHEAPEST_ORDER_ITEM_PRODUCT_METADATA("margin")', 0.5],
    ["MOST_EXPENSIVE_ORDER_ITEM_PRICE", 8000],
    ["MOST_EXPENSIVE_ORDER_ITEM_AMOUNT", 8000],
    ["MOST_EXPENSIVE_ORDER_ITEM_SUBTOTAL", 7000],
    ["MOST_EXPENSIVE_ORDER_ITEM_UNITS_QUANTITY", 1],
    ['MOST_EXPENSIVE_ORDER_ITEM_METADATA("wrap")', 99],
    ['MOST_EXPENSIVE_ORDER_ITEM_PRODUCT_METADATA("margin")', 0.125],
    ["VOUCHER_REDEMPTION_QUANTITY", 10],
    ["VOUCHER_REDEEMED_QUANTITY", 3],
    ["VOUCHER_PUBLISH_COUNT", 6],
    ["DAY_OF_MONTH(VOUCHER_START_DATE)", 1, "midnight UTC is 01:00 in Warsaw"],
    ["DAY_OF_MONTH(VOUCHER_EXPIRATION_DATE)", 20, "22:59:59 UTC is 23:59:59 in Warsaw"],
    ["DAY_OF_MONTH(PROMOTION_TIER_START_DATE)", 11],
    ["DAY_OF_MONTH(PROMOTION_TIER_EXPIRATION_DATE)", 24],
    ["YEAR(CUSTOMER_BIRTHDATE)", 1990],
    ["order_amount", 11500, "names are read in any case"],
    ["ORDER_AMOUNT()", 11500, "empty brackets add nothing"],
  ];
  it.each(rows)("%s is %s %s", (formula, expected) => {
    expect(worth(formula)).toBe(expected);
  });

  it("the first of several lines with the same price is the cheapest", () => {
    const items = [shirts, { ...shirts, quantity: 9 }];
    const order = { amount: 1, metadata: {}, items };
    expect(worth("CHEAPEST_ORDER_ITEM_UNITS_QUANTITY", { order })).toBe(2);
    expect(worth("MOST_EXPENSIVE_ORDER_ITEM_UNITS_QUANTITY", { order })).toBe(2);
  });

  it("of lines with the same price the one that costs least is both the cheapest and the dearest", () => {
    const three = { ...shirts, price: 500, amount: 1500, subtotal: 1500, quantity: 3 };
    const one = { ...shirts, price: 500, amount: 500, subtotal: 500, quantity: 1 };
    const order = { amount: 2000, metadata: {}, items: [three, one] };
    expect(worth("CHEAPEST_ORDER_ITEM_UNITS_QUANTITY", { order })).toBe(1);
    expect(worth("MOST_EXPENSIVE_ORDER_ITEM_UNITS_QUANTITY", { order })).toBe(1);
  });

  it("a line without a price is neither the cheapest nor the most expensive", () => {
    const order = { amount: 1, metadata: {}, items: [{ ...shirts, price: null }, shirts] };
    expect(worth("CHEAPEST_ORDER_ITEM_PRICE", { order })).toBe(1000);
    expect(worth("MOST_EXPENSIVE_ORDER_ITEM_PRICE", { order })).toBe(1000);
  });
});

describe("numbers", () => {
  const rows: Row[] = [
    ["42", 42],
    ["12.50", 12.5],
    ["2 + 3 * 4", 14, "2 + 12"],
    ["(2 + 3) * 4", 20, "5 * 4"],
    ["20 - 5 - 3", 12, "from left to right"],
    ["100 / 10 / 2", 5, "from left to right"],
    ["17 % 5", 2, "17 = 3 * 5 + 2"],
    ["4.35 * 100 % 5", 0, "434.99999999999994 in doubles"],
    ["-3 + 5", 2],
    ["2 - -3", 5],
    ["--7", 7],
    ["-2 * -3", 6],
    ["-(2 + 3)", -5],
    ["MIN(3;1;2)", 1],
    ["MAX(3;1;2)", 3],
    ["MAX(5)", 5],
    ["POW(2;10)", 1024],
    ["POW(9;0.5)", 3],
    ["ROUND(2.5)", 3, "half up"],
    ["ROUND(2.4)", 2],
    ["ROUND(1.005;2)", 1.01, "1.005 * 100 in doubles is 100.49999999999999"],
    ["ROUND(1250;-2)", 1300, "12.5 hundreds, half up"],
    ["FLOOR(2.99)", 2],
    ["FLOOR(2.99;1)", 2.9],
    ["FLOOR(4.35 * 100)", 435, "434.99999999999994 in doubles"],
    ["CEIL(2.01)", 3],
    ["CEIL(2.01;1)", 2.1],
    ["CEIL(10000 * 0.07)", 700, "700.0000000000001 in doubles"],
    ["FLOOR(1 / 3 * 3)", 1],
    ["FLOOR(-2.5)", -3],
    ["FLOOR(9007199254740991)", 9007199254740991, "the largest amount is not touched"],
    ["ROUND(1; 0.5)", null, "half a decimal"],
    ["ROUND(1; 16)", null, "more decimals than a number has"],
    ["ROUND(1; 400)", null, "more decimals than a number has"],
    ["IF(1 = 1;10;20)", 10],
    ["IF(1 = 2;10;20)", 20],
    ['IF(CUSTOMER_METADATA("vip");10;20)', 10, "metadata may hold a truth"],
    ["IF(5;10;20)", null, "a number is no truth"],
    ["DEFAULT_TO(4;9)", 4],
    ['DEFAULT_TO(CUSTOMER_METADATA("absent");9)', 9],
    ["DEFAULT_TO(1 / 0;9)", 9],
    ["SWITCH(2;SWITCH_CASE(1;10);SWITCH_CASE(2;20);30)", 20],
    ["SWITCH(3;SWITCH_CASE(1;10);SWITCH_CASE(2;20);30)", 30, "the default"],
    ["SWITCH(3;SWITCH_CASE(1;10))", null, "no case fits and there is no default"],
    ['SWITCH(CUSTOMER_METADATA("town");SWITCH_CASE("Kraków";5);1)', 5],
    ["SWITCH(1;SWITCH_CASE(1;10);SWITCH_CASE(1;20);30)", 10, "the first case that fits"],
    [
      'SWITCH("New York";SWITCH_CASE("Boston";10) SWITCH_CASE("New York";15);5)',
      15,
      "no semicolon",
    ],
    ['SWITCH("Boston";SWITCH_CASE("Boston";10) SWITCH_CASE("New York";15);5)', 10],
    ['SWITCH("Lodz";SWITCH_CASE("Boston";10) SWITCH_CASE("New York";15);5)', 5],
    ["SWITCH(2;SWITCH_CASE(1;10) SWITCH_CASE(2;20))", 20, "nor a default"],
  ];
  it.each(rows)("%s is %s %s", (formula, expected) => {
    expect(worth(formula)).toBe(expected);
  });
});

/** Conditions, as 1 for true, 0 for false and null for unknown. */
describe("conditions", () => {
  const rows: [condition: string, expect: number | null, why?: string][] = [
    ["3 > 2", 1],
    ["2 > 2", 0],
    ["1 < 2", 1],
    ["2 < 2", 0],
    ["2 >= 2", 1],
    ["3 <= 2", 0],
    ["2 = 2", 1],
    ["2 != 2", 0],
    ["0.1 + 0.2 = 0.3", 1, "0.30000000000000004 in doubles"],
    ["0.1 + 0.2 > 0.3", 0],
    ['CUSTOMER_METADATA("points") = 150', 1, "a text and a number as numbers"],
    ['CUSTOMER_METADATA("points") > 99', 1],
    ['CUSTOMER_METADATA("code") = "7"', 0, "two texts as they stand"],
    ['CUSTOMER_METADATA("vip") = "true"', 1],
    ['CUSTOMER_METADATA("town") = 5', 0],
    ['CUSTOMER_METADATA("town") > 5', null, "a text has no order"],
    ['CUSTOMER_METADATA("town") is "Kraków"', 1],
    ['CUSTOMER_METADATA("town") is "kraków"', 0, "case counts"],
    ['CUSTOMER_METADATA("town") isNot "Gdynia"', 1],
    ['CUSTOMER_METADATA("town") contains "rak"', 1],
    ['CUSTOMER_METADATA("town") contains "zzz"', 0],
    ['CUSTOMER_METADATA("tags") contains "gold"', 1, "an element of a list"],
    ['CUSTOMER_METADATA("tags") contains "gol"', 0, "half an element"],
    ['CUSTOMER_METADATA("town") startsWith "Kra"', 1],
    ['CUSTOMER_METADATA("town") startsWith "rak"', 0],
    ['CUSTOMER_METADATA("town") endsWith "ków"', 1],
    ['CUSTOMER_METADATA("code") endsWith 7', 1],
    ['CUSTOMER_METADATA("town") IN_ARRAY ("Gdynia";"Kraków")', 1],
    ['CUSTOMER_METADATA("town") NOT_IN_ARRAY ("Gdynia";"Kraków")', 0],
    ['"new" IN_ARRAY CUSTOMER_METADATA("tags")', 1],
    ['"old" NOT_IN_ARRAY CUSTOMER_METADATA("tags")', 1],
    ['"x" IN_ARRAY ("x")', 1],
    ['"EU" IN_ARRAY "EU,EMEA"', 1, "a text is a set, divided by commas"],
    ['"EMEA" IN_ARRAY "EU, EMEA"', 1, "spaces around the commas are none of its members"],
    ['"E" IN_ARRAY "EU,EMEA"', 0, "a part of a member is no member"],
    ['"EU" NOT_IN_ARRAY "EU,EMEA"', 0],
    ['"US" NOT_IN_ARRAY "EU,EMEA"', 1],
    ['CUSTOMER_METADATA("age") IN_ARRAY "10,20,30"', 1, "numbers are found as numbers"],
    ['CUSTOMER_METADATA("tags") IN_ARRAY "silver,gold"', 1, "one of a list is enough"],
    [
      '"EU,EMEA" IN_ARRAY ("EU,EMEA";"US")',
      1,
      "in a list that is written out a text is one member",
    ],
    ['"new" IN_ARRAY ("x";CUSTOMER_METADATA("tags"))', 1, "a list within a list adds its elements"],
    ['CUSTOMER_METADATA("tags") IN_ARRAY ("a";"gold")', 1, "one element among them is enough"],
    ["1 = 1 AND 2 = 2", 1],
    ["1 = 1 and 2 = 3", 0],
    ["1 = 2 OR 2 = 2", 1],
    ["1 = 2 Or 2 = 3", 0],
    ["1 = 1 OR 1 = 1 AND 1 = 2", 1, "AND binds tighter"],
    ["(1 = 1 OR 1 = 1) AND 1 = 2", 0],
    ['CUSTOMER_METADATA("absent") = 1 OR 1 = 1', 1, "a true side decides"],
    ['CUSTOMER_METADATA("absent") = 1 AND 1 = 2', 0, "a false side decides"],
    ['1 = 1 AND CUSTOMER_METADATA("absent") = 1', null],
    ['CUSTOMER_METADATA("absent") = 1', null],
    ["1 + 1 = 2 AND 3 > 2", 1, "sums bind tighter than comparisons"],
  ];
  it.each(rows)("%s is %s %s", (condition, expected) => {
    expect(worth(`IF(${condition};1;0)`)).toBe(expected);
  });
});

describe("dates", () => {
  const rows: Row[] = [
    ["DAY_OF_MONTH(TODAY)", 21],
    ["MONTH(TODAY())", 11],
    ["YEAR(NOW)", 2026],
    ["YEAR(NOW())", 2026],
    ['DAY_OF_MONTH("2026-11-20T23:30:00Z")', 21, "00:30 of the next day in Warsaw"],
    ['DAY_OF_MONTH(DATE("2026-11-30"))', 30],
    ['MONTH(DATE_TIME("2026-12-31T23:30:00Z"))', 1, "00:30 of 1 January in Warsaw"],
    [
      'DAYS_SINCE(CUSTOMER_METADATA("since"))',
      1025,
      "335 to the end of 2024, 365, then 325 of 2026",
    ],
    ['DAYS_SINCE(DATE("2026-11-20"))', 1],
    ['DAYS_SINCE(DATE_TIME("2026-11-20T22:59:00Z"))', 1, "yesterday, half a day ago"],
    ["DAYS_SINCE(NOW)", 0],
    ['DAYS_SINCE(DATE("2026-11-23"))', -2, "a day to come"],
    ['MONTHS_SINCE(DATE("2026-08-21"))', 3],
    ['MONTHS_SINCE(DATE("2026-08-22"))', 2, "the third month ends tomorrow"],
    ["YEARS_SINCE(CUSTOMER_BIRTHDATE)", 35, "36 tomorrow"],
    ['YEARS_SINCE("1990-11-21")', 36, "a birthday today"],
    ["DAYS_UNTIL(PROMOTION_TIER_EXPIRATION_DATE)", 33, "9 of November and 24"],
    ["MONTHS_UNTIL(VOUCHER_EXPIRATION_DATE)", 1, "20 January is a day short of two months"],
    ['MONTHS_UNTIL(DATE("2027-01-21"))', 2],
    ["DAYS_SINCE(5)", null, "a number is no date"],
    ['IF(TODAY DATE_IS DATE("2026-11-21");1;0)', 1],
    ['IF(NOW DATE_IS "2026-11-21T22:59:59Z";1;0)', 1, "the same day at another hour"],
    ['IF(NOW DATE_IS "2026-11-21T23:00:00Z";1;0)', 0, "midnight in Warsaw"],
    ['IF(TODAY DATE_IS_NOT DATE("2026-11-21");1;0)', 0],
    ['IF(NOW IS_AFTER DATE("2026-11-21");1;0)', 1, "a bare date is its midnight"],
    ['IF(TODAY IS_AFTER DATE("2026-11-21");1;0)', 0],
    ["IF(NOW IS_BEFORE VOUCHER_EXPIRATION_DATE;1;0)", 1],
    ["IF(NOW IS_BEFORE VOUCHER_START_DATE;1;0)", 0],
    ['IF(CUSTOMER_METADATA("since") IS_BEFORE DATE("2025-01-01");1;0)', 1],
    ['IF(CUSTOMER_METADATA("town") IS_BEFORE NOW;1;0)', null, "a town is no date"],
    ['IF(DATE("2026-11-21") = TODAY;1;0)', 1],
    ['IF(TODAY IN_ARRAY ("2026-11-20";DATE("2026-11-21"));1;0)', 1, "dates in a list"],
    ['IF(CUSTOMER_BIRTHDATE < DATE("2000-01-01");1;0)', 1],
    ["IF(DATE(NOW) = TODAY;1;0)", 1, "the day of an instant"],
    ["TODAY", null, "a date is no number"],
    ["TODAY + 1", null],
  ];
  it.each(rows)("%s is %s %s", (formula, expected) => {
    expect(worth(formula)).toBe(expected);
  });

  it("the day is that of the project's time zone", () => {
    const now = Date.UTC(2026, 11, 31, 23, 30);
    expect(worth("YEAR(TODAY)", { now, timeZone: "Europe/Warsaw" })).toBe(2027);
    expect(worth("YEAR(TODAY)", { now, timeZone: "UTC" })).toBe(2026);
  });
});

describe("mixtures", () => {
  const rows: Row[] = [
    ["IF(ORDER_AMOUNT > 10000;ORDER_AMOUNT * 0.1;500)", 1150, "10% of 11500"],
    ['IF(ORDER_UNITS_QUANTITY = 3;CUSTOMER_METADATA("age") * 2;CUSTOMER_METADATA("age"))', 20],
    ["MIN(ORDER_AMOUNT / 10;1000)", 1000, "1150, at most 1000"],
    ['MAX(0;ORDER_AMOUNT - ORDER_METADATA("shipping"))', 10510, "11500 - 990"],
    ["CHEAPEST_ORDER_ITEM_PRICE * CHEAPEST_ORDER_ITEM_UNITS_QUANTITY", 1500, "500 * 3"],
    ['ROUND(ORDER_ITEM_PRICE * (1 - ORDER_ITEM_PRODUCT_METADATA("margin")))', 750, "1000 * 0.75"],
    ["POW(2;VOUCHER_REDEEMED_QUANTITY) * 100", 800, "8 * 100"],
    ["YEARS_SINCE(CUSTOMER_BIRTHDATE) * 100", 3500],
    ['IF(TODAY DATE_IS DATE("2026-11-21") AND ORDER_ITEMS_QUANTITY >= 3;5;1)', 5],
    ['DEFAULT_TO(CUSTOMER_METADATA("absent") + 1;DEFAULT_TO(ORDER_METADATA("no");8))', 8],
    [" IF (\n1=1 ;\t2 ; 3 ) ", 2, "blanks between the parts"],
    ['IF("say \\"hi\\"" contains "\\"";1;0)', 1, "a quotation mark in a text"],
  ];
  it.each(rows)("%s is %s %s", (formula, expected) => {
    expect(worth(formula)).toBe(expected);
  });
});

describe("no number", () => {
  const without = (given: Partial<FormulaFacts>) => given;
  const rows: { name: string; formula: string; given?: Partial<FormulaFacts> }[] = [
    { name: "a property that is absent", formula: 'CUSTOMER_METADATA("absent") + 1' },
    { name: "a property that is null", formula: 'CUSTOMER_METADATA("nothing")' },
    { name: "a property that is an object", formula: 'CUSTOMER_METADATA("address")' },
    { name: "what objects inherit", formula: 'CUSTOMER_METADATA("constructor")' },
    { name: "a text", formula: 'CUSTOMER_METADATA("town")' },
    { name: "a truth", formula: "1 = 1" },
    { name: "a list", formula: 'CUSTOMER_METADATA("tags")' },
    { name: "a text in a sum", formula: '1 + "one"' },
    { name: "a division by zero", formula: "ORDER_AMOUNT / 0" },
    { name: "zero by zero", formula: "0 / 0" },
    { name: "a remainder of zero", formula: "5 % 0" },
    { name: "a power beyond all numbers", formula: "POW(10;POW(10;10))" },
    { name: "a huge exponent", formula: "POW(2;99999999999999999999)" },
    { name: "a root of a negative number", formula: "POW(-4;0.5)" },
    { name: "a product beyond all numbers", formula: "POW(10;300) * POW(10;300)" },
    { name: "no order", formula: "ORDER_AMOUNT", given: without({ order: null }) },
    { name: "no order's lines", formula: "ORDER_ITEMS_QUANTITY", given: without({ order: null }) },
    { name: "no order's units", formula: "ORDER_UNITS_QUANTITY", given: without({ order: null }) },
    { name: "no line", formula: "ORDER_ITEM_PRICE", given: without({ item: null }) },
    {
      name: "no lines",
      formula: "CHEAPEST_ORDER_ITEM_PRICE",
      given: without({ order: { amount: 5, metadata: {}, items: [] } }),
    },
    { name: "no customer", formula: "YEAR(CUSTOMER_BIRTHDATE)", given: { customer: null } },
    { name: "no publication", formula: 'PUBLICATION_METADATA("x")', given: { publication: null } },
    { name: "no redeemable", formula: 'REDEEMABLE_METADATA("base")', given: { redeemable: null } },
    { name: "no voucher", formula: "VOUCHER_PUBLISH_COUNT", given: { voucher: null } },
    {
      name: "no tier",
      formula: "YEAR(PROMOTION_TIER_START_DATE)",
      given: { promotion_tier: null },
    },
  ];
  it.each(rows)("$name", ({ formula, given }) => {
    expect(worth(formula, given)).toBeNull();
  });

  it("metadata of another object are not read", () => {
    const customer = { metadata: Object.create({ inherited: 5 }), birthdate: null };
    expect(worth('CUSTOMER_METADATA("inherited")', { customer })).toBeNull();
  });

  it("an unlimited voucher has no redemption quantity", () => {
    const voucher = facts.voucher && { ...facts.voucher, redemption_quantity: null };
    expect(worth("VOUCHER_REDEMPTION_QUANTITY", { voucher })).toBeNull();
  });

  it("a branch that is not taken may miss what it needs", () => {
    expect(worth('IF(1 = 1;10;CUSTOMER_METADATA("absent"))')).toBe(10);
    expect(worth('IF(1 = 2;CUSTOMER_METADATA("absent");20)')).toBe(20);
    expect(worth('SWITCH(1;SWITCH_CASE(1;10);SWITCH_CASE(CUSTOMER_METADATA("absent");2);3)')).toBe(
      10,
    );
    expect(worth('DEFAULT_TO(1;CUSTOMER_METADATA("absent"))')).toBe(1);
  });

  it("a zero is never negative", () => {
    expect(Object.is(worth("-0"), 0)).toBe(true);
    expect(Object.is(worth("0 * -1"), 0)).toBe(true);
  });
});
