import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { bareParameter } from "./bare-parameters";
import {
  COLUMNS_SQL,
  type Described,
  INDEXES_SQL,
  largeProject,
  statisticsSql,
  type TableColumns,
} from "./large-project";
import { EXCEPTIONS, type Exception } from "./plan-exceptions";
import { faultsOf, type PlanRow, type Tables } from "./plans";

declare global {
  var judgedStatements: Set<string> | undefined;
  var neededExceptions: Set<Exception> | undefined;
  var largeProjectTables: Promise<Tables> | undefined;
}

/** What is wrong with a text as it is written; null where nothing is. */
type TextGuard = (sql: string) => string | null;

/** Rules that every text is held to, beside its plan. */
const TEXT_GUARDS: readonly TextGuard[] = [bareParameter];

/** A database with the statistics of a large project beside the one under test, which has none. */
async function prepared(): Promise<Tables> {
  await applyD1Migrations(env.PLANS, env.TEST_MIGRATIONS);
  const [columns, indexes] = await env.PLANS.batch([
    env.PLANS.prepare(COLUMNS_SQL),
    env.PLANS.prepare(INDEXES_SQL),
  ]);
  const tables = largeProject(
    (columns?.results ?? []) as TableColumns[],
    (indexes?.results ?? []) as Described[],
  );
  await env.PLANS.batch(statisticsSql(tables).map((sql) => env.PLANS.prepare(sql)));
  return tables;
}

/** Nothing runs, so the values do not matter, but their number does. */
function blanks(sql: string): null[] {
  const numbers = [...sql.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number));
  const bare = sql.match(/\?(?!\d)/g)?.length ?? 0;
  return Array.from({ length: Math.max(bare, ...numbers, 0) }, () => null);
}

async function plansOf(db: D1Database, texts: readonly string[]): Promise<PlanRow[][]> {
  const explained = texts.map((sql) =>
    db.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...blanks(sql)),
  );
  const answers = await db.batch<Record<keyof PlanRow, unknown>>(explained);
  return answers.map(({ results }) =>
    results.map((row) => ({
      id: Number(row.id),
      parent: Number(row.parent),
      detail: String(row.detail),
    })),
  );
}

/** Characters of a statement that are shown. */
const MOST_SHOWN = 600;

/** As it is written in the source: in one line, and without what parameters are sent with. */
const plain = (sql: string): string => sql.replace(/\s+/g, " ").replaceAll("+?", "?").trim();

/** Whether a fault stands with a reason; notes which one was needed. */
function isExcepted(needed: Set<Exception>, sql: string, fault: string): boolean {
  const found = EXCEPTIONS.filter(
    (each) => plain(sql).includes(each.statement) && each.fault.test(fault),
  );
  for (const each of found) needed.add(each);
  return found.length > 0;
}

/**
 * Holds every text not judged before to the guards, and its plan to what a large project bears,
 * both with and without statistics, since D1 gathers none by itself. Answers all that it found.
 */
export async function judgeStatements(sent: ReadonlySet<string>): Promise<string[]> {
  globalThis.judgedStatements ??= new Set();
  globalThis.neededExceptions ??= new Set();
  const [judged, needed] = [globalThis.judgedStatements, globalThis.neededExceptions];
  const texts = [...sent].filter((sql) => !judged.has(sql));
  if (texts.length === 0) return [];
  for (const sql of texts) judged.add(sql);
  globalThis.largeProjectTables ??= prepared();
  const tables = await globalThis.largeProjectTables;
  const [large, bare] = await Promise.all([plansOf(env.PLANS, texts), plansOf(env.DB, texts)]);
  return texts.flatMap((sql, at) => {
    const plans = [large[at] ?? [], bare[at] ?? []];
    const faults = new Set(plans.flatMap((plan) => faultsOf(sql, plan, tables)));
    const standing = [...faults].filter((fault) => !isExcepted(needed, sql, fault));
    const written = TEXT_GUARDS.flatMap((guard) => guard(sql) ?? []);
    return [...standing, ...written].map(
      (fault) => `${fault}\n    in ${plain(sql).slice(0, MOST_SHOWN)}`,
    );
  });
}

/** Exceptions that this file is said to need, and that nothing needed so far. */
export const idleExceptions = (file: string): string[] =>
  EXCEPTIONS.filter(
    (each) => file.endsWith(each.neededBy) && !globalThis.neededExceptions?.has(each),
  ).map(({ statement, fault }) => `no longer needed: the exception for ${fault} in ${statement}`);
