import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { FUNCTIONS } from "../src/engine/formula/functions";
import { METADATA, OPERANDS } from "../src/engine/formula/operands";
import { OPERATORS as FORMULA_OPERATORS } from "../src/engine/formula/operators";
import { RULE_NAMES } from "../src/engine/rules/names";
import { Health } from "../src/resources/management/health/schema";
import { jsonDifference } from "./support/answer-pattern";

const read = (file: string): string => readFileSync(file, "utf8");
const namedIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = ""]) => name);

/** The part of a document from one heading to the next. */
const part = (file: string, title: string): string =>
  read(file).split(`\n## ${title}\n`)[1]?.split("\n## ")[0] ?? "";

describe("the guides", () => {
  it("name every fact of rules, and none that is not there", () => {
    const known = new Set([...RULE_NAMES.values()].map(({ name }) => name));
    const named = namedIn(part("docs/guides/rules.md", "Facts").split("\n\n")[0] ?? "");
    expect(named.sort()).toEqual([...known].sort());
  });

  it("name every operand of formulas", () => {
    const text = part("docs/guides/formulas.md", "Operands");
    const named = namedIn(text).map((name) => name.replace(/\(.*/, ""));
    const known = [...OPERANDS.keys(), ...METADATA.keys()].filter(
      (name) => !/^(CHEAPEST|MOST_EXPENSIVE)_/.test(name),
    );
    expect(known.filter((name) => !named.includes(name))).toEqual([]);
  });

  it("name every function and word of formulas", () => {
    const text = part("docs/guides/formulas.md", "Functions and operators");
    const words = [...FUNCTIONS.keys(), ...FORMULA_OPERATORS.keys()].filter((name) =>
      /\w/.test(name),
    );
    expect(words.filter((name) => !text.includes(name))).toEqual([]);
  });

  it("name every setting of a deployment with its default", () => {
    const rows = part("docs/operations.md", "Settings").split("\n");
    const source = read("src/env.ts");
    const all = [...source.matchAll(/^ {2}([A-Z][A-Z_]+)\??:/gm)].map(([, name = ""]) => name);
    // What `README.md` makes, and the pages.
    const made = [
      "DB",
      "JOBS",
      "LONG_JOBS",
      "DELIVERIES",
      "DEAD_JOBS",
      "EXPORTS",
      "SESSION_LOCK",
      "SHARED_BATCHES",
      "ASSETS",
    ];
    const rowOf = (name: string) => rows.find((row) => row.includes(`\`${name}\``));
    const settings = all.filter((name) => !made.includes(name));
    expect(settings.filter((name) => rowOf(name) === undefined)).toEqual([]);
    const defaults = [...source.matchAll(/env\.([A-Z_]+) \?\? "(\d+)"/g)];
    expect(defaults).toHaveLength(7);
    const wrong = defaults.filter(
      ([, name = "", value = ""]) => !rowOf(name)?.split("|")[2]?.split(/[ ,]+/).includes(value),
    );
    expect(wrong.map(([, name]) => name)).toEqual([]);
  });

  it("say what each thing means that health calls attention to, and name numbers that there are", () => {
    const means = part("docs/operations.md", "What it means, and what to do");
    const moments = Object.keys(Health.shape).filter((name) => /^(oldest|last)_.*_at$/.test(name));
    expect(moments).toHaveLength(10);
    const others = ["sweeps.<name>", "does_not_answer", "<place>.unbound"];
    expect([...moments, ...others].filter((name) => !means.includes(`| \`${name}\``))).toEqual([]);
    const numbers = namedIn(read("docs/operations.md")).flatMap(
      (text) => text.match(/vouchsafe_\w+/) ?? [],
    );
    expect(numbers).toHaveLength(4);
    const families = read("src/resources/management/metrics/families.ts");
    expect(numbers.filter((name) => !families.includes(`"${name}"`))).toEqual([]);
  });

  const documents = ["docs", "docs/guides"].flatMap((folder) =>
    readdirSync(folder).flatMap((name) => (name.endsWith(".md") ? [join(folder, name)] : [])),
  );

  it.each(["README.md", ...documents])("%s leads to documents that are there", (file) => {
    const links = [...read(file).matchAll(/\]\(([^)#:]+\.md)(#[^)]*)?\)/g)];
    const lost = links.filter(([, to = ""]) => !existsSync(join(dirname(file), to)));
    expect(lost.map(([link]) => link)).toEqual([]);
  });
});

describe("an answer in a guide", () => {
  const answer = '{"id": "v_1", "list": [{"a": 1}, {"a": 2}], "inner": {"x": null, "y": true}}';

  it.each([
    '{"id": "v_...", ...}',
    '{"list": [{"a": 1}, ...], ...}',
    '{"inner": {"y": true, ...}, "id": "v_1", "list": [{"a": 1}, {"a": 2}]}',
  ])("is as %s says", (pattern) => {
    expect(jsonDifference(pattern, answer)).toBe(null);
  });

  it.each([
    ['{"id": "v_2", ...}', 'the answer.id is "v_1", not "v_2"'],
    ['{"id": "v_1"}', "the answer also has list"],
    ['{"other": 1, ...}', "the answer.other is nothing, not 1"],
    ['{"list": [{"a": 1}], ...}', "the answer.list has 2 elements, not 1"],
    ['{"list": [{"a": 1}, {"a": 3}], ...}', "the answer.list[1].a is 2, not 3"],
    ['{"inner": {"x": 0, ...}, ...}', "the answer.inner.x is null, not 0"],
    ['{"inner": [], ...}', 'the answer.inner is {"x":null,"y":true}, not []'],
  ])("is not as %s says", (pattern, difference) => {
    expect(jsonDifference(pattern, answer)).toBe(difference);
  });
});
