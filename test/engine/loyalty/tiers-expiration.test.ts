// Which settings of a program's tiers are taken, and what is said of those that are not.
import { describe, expect, it } from "vitest";
import { describeIssue } from "../../../src/model/issue";
import { LoyaltyTiersExpiration } from "../../../src/model/loyalty/tiers-expiration";

const BY_BALANCE = {
  qualification_type: "BALANCE",
  start_date: { type: "IMMEDIATE" },
  expiration_date: { type: "BALANCE_DROP" },
};
const BY_MONTH = {
  qualification_type: "POINTS_IN_PERIOD",
  qualification_period: "MONTH",
  start_date: { type: "IMMEDIATE" },
  expiration_date: { type: "END_OF_PERIOD" },
};
const FOR_A_YEAR = { type: "CUSTOM", extend: "P1Y" };

describe("settings that are taken as they are", () => {
  it.each([
    ["the balance alone", BY_BALANCE],
    [
      "an empty extension",
      { ...BY_BALANCE, expiration_date: { type: "BALANCE_DROP", extend: "" } },
    ],
    ["a year", { ...BY_BALANCE, expiration_date: FOR_A_YEAR }],
    ["a period", BY_MONTH],
    ["grace", { ...BY_MONTH, expiration_date: { type: "END_OF_NEXT_PERIOD", extend: "P10D" } }],
    [
      "the year after",
      {
        ...BY_MONTH,
        qualification_period: "YEAR",
        start_date: { type: "NEXT_PERIOD" },
        expiration_date: { type: "END_OF_NEXT_PERIOD" },
      },
    ],
    [
      "every field",
      {
        qualification_type: "POINTS_IN_PERIOD",
        qualification_period: "HALF_YEAR",
        start_date: { type: "NEXT_PERIOD" },
        expiration_date: {
          type: "CUSTOM",
          extend: "P1Y2M3W4D",
          rounding: { type: "CUSTOM", strategy: "START", unit: "MONTH", value: 0 },
        },
      },
    ],
  ])("%s", (_, settings) => {
    expect(LoyaltyTiersExpiration.parse(settings)).toEqual(settings);
  });
});

describe("settings that are refused", () => {
  const ends = (expiration_date: object, more: object = BY_BALANCE) => ({
    ...more,
    expiration_date,
  });
  const cases: [object, string[]][] = [
    [{}, ["Payload must have required property 'qualification_type'"]],
    [
      { ...BY_BALANCE, qualification_type: "POINTS" },
      [
        "Property .qualification_type must be equal to one of the allowed values [ BALANCE, POINTS_IN_PERIOD ]",
      ],
    ],
    [
      { ...BY_MONTH, qualification_period: undefined },
      ["Property .qualification_period is required with POINTS_IN_PERIOD"],
    ],
    [
      { ...BY_BALANCE, start_date: { type: "NEXT_PERIOD" } },
      ["Property .qualification_period is required with NEXT_PERIOD"],
    ],
    [
      ends({ type: "END_OF_NEXT_PERIOD" }),
      ["Property .qualification_period is required with END_OF_NEXT_PERIOD"],
    ],
    [
      { ...BY_MONTH, start_date: { type: "NEXT_PERIOD" } },
      [
        "Property .expiration_date.type cannot be END_OF_PERIOD where tiers start with the NEXT_PERIOD",
      ],
    ],
    [
      ends({ type: "BALANCE_DROP" }, BY_MONTH),
      ["Property .expiration_date.type cannot be BALANCE_DROP where POINTS_IN_PERIOD qualify"],
    ],
    [
      ends({ type: "CUSTOM" }),
      ["Property .expiration_date.extend must be longer than zero with CUSTOM"],
    ],
    [
      ends({ type: "CUSTOM", extend: "P0D" }),
      ["Property .expiration_date.extend must be longer than zero with CUSTOM"],
    ],
    [
      ends({ type: "CUSTOM", extend: "PT36H" }),
      ["Property .expiration_date.extend must be an ISO 8601 duration of whole days"],
    ],
    [
      ends({ type: "CUSTOM", extend: "a year" }),
      ["Property .expiration_date.extend must be an ISO 8601 duration of whole days"],
    ],
    [
      ends({ type: "BALANCE_DROP", extend: "P1M", rounding: { type: "MONTH" } }),
      [
        "Property .expiration_date.extend cannot be combined with BALANCE_DROP",
        "Property .expiration_date.rounding cannot be combined with BALANCE_DROP",
      ],
    ],
    [
      ends({ ...FOR_A_YEAR, rounding: { type: "CUSTOM" } }),
      ["Property .expiration_date.rounding.value is required with CUSTOM"],
    ],
    [
      ends({ ...FOR_A_YEAR, rounding: { type: "YEAR", value: 3 } }),
      ["Property .expiration_date.rounding.value is for CUSTOM alone"],
    ],
    [
      ends({ ...FOR_A_YEAR, rounding: { type: "CUSTOM", value: 12 } }),
      ["Property .expiration_date.rounding.value must be <= 11"],
    ],
  ];
  it.each(cases)("%j", (settings, said) => {
    const { error } = LoyaltyTiersExpiration.safeParse(settings, { reportInput: true });
    const sentences = (error?.issues ?? []).map((issue) => describeIssue(issue));
    expect(sentences.slice(0, said.length)).toEqual(said);
  });
});
