import { type Scope, scopesOf } from "./sql-scopes";

/** A row of `EXPLAIN QUERY PLAN`. */
export interface PlanRow {
  id: number;
  parent: number;
  detail: string;
}

export interface Index {
  columns: readonly string[];
  /** How many of them it names; the table's key follows. */
  named: number;
  /** Rows that share the first 1, 2, ... columns; `rows` in all. */
  rows: number;
  shared: readonly number[];
  /** Words of its own text: what its expressions and its WHERE look at. */
  mentioned: readonly string[];
}

export interface Table {
  rows: number;
  columns: readonly string[];
  indexes: Map<string, Index>;
}

export type Tables = Map<string, Table>;

/** More rows than this are walked only a page at a time. */
const MOST = 1_000;

const LOOP = /^(SCAN|SEARCH) (\w+)(?: EXISTS)?(?: USING (.*))?$/;
const USING = /^(?:COVERING )?(INDEX|PRIMARY KEY)(?: (\w+))?/;
const MADE = /^(?:MATERIALIZE|CO-ROUTINE) (\w+)/;
const SORT = /^USE TEMP B-TREE FOR (ORDER BY|GROUP BY|DISTINCT|count\(DISTINCT\))/;

interface Judged {
  plan: readonly PlanRow[];
  scopes: readonly Scope[];
  tables: Tables;
}

interface Loop {
  detail: string;
  alias: string;
  table: Table;
  /** The index that it walks; none where it goes through the table itself. */
  index: Index | null;
  rows: number;
  /** So many columns of the index have one value each. */
  equal: number;
  /** It belongs to a SELECT within the statement, not to the statement itself. */
  isNested: boolean;
}

/** The index of a table that a line names, or whose columns it names. */
function indexOf(name: string, table: Table, kind: string, how: string): Index | undefined {
  if (kind === "INDEX") return table.indexes.get(how.split(" ").at(0) ?? "");
  return table.indexes.get(`sqlite_autoindex_${name}_1`);
}

/** The tables of that alias, the one that has the walked index before all others. */
function walkedTable(alias: string, how: string, scopes: readonly Scope[], tables: Tables) {
  const names = new Set(scopes.flatMap(({ sources }) => sources.get(alias) ?? []));
  const found = [...names].flatMap((name) => {
    const table = tables.get(name);
    return table ? [{ name, table }] : [];
  });
  const [, kind = "", rest = ""] = USING.exec(how) ?? [];
  // An expression has no name.
  const columns = [...how.matchAll(/(?:<expr>|(\w+))[=<>]+\?/g)].map(([, column = ""]) => column);
  const fits = found.filter(({ name, table }) => {
    const index = indexOf(name, table, kind, rest);
    return index && columns.every((column, at) => index.columns[at] === column);
  });
  const { name = "", table } = fits[0] ?? found[0] ?? {};
  return { table, index: (table && indexOf(name, table, kind, rest)) ?? null };
}

/** Whether the alias stands for something that the statement makes itself. */
const isMade = (alias: string, scopes: readonly Scope[], tables: Tables): boolean =>
  scopes.some(({ sources }) => sources.has(alias) && !tables.has(sources.get(alias) ?? ""));

/** What a statement itself walks stands at the top of its plan, or is a part of its compound. */
function isNested({ parent }: PlanRow, plan: readonly PlanRow[]): boolean {
  const above = plan.find(({ id }) => id === parent);
  if (above === undefined) return false;
  return (
    !/^(COMPOUND|LEFT-MOST|UNION|MERGE|LEFT|RIGHT|MULTI-INDEX|INDEX)/.test(above.detail) ||
    isNested(above, plan)
  );
}

/** One loop over a real table; null for values, subqueries and virtual tables. */
function loopOf(row: PlanRow, { plan, scopes, tables }: Judged): Loop | null {
  const { detail } = row;
  const [, verb, word = "", how = ""] = LOOP.exec(detail) ?? [];
  const alias = word.toLowerCase();
  const { table, index } = walkedTable(alias, how, scopes, tables);
  if (!verb || !table || (how === "" && isMade(alias, scopes, tables))) return null;
  const equal = how.match(/\S+=\?/g)?.length ?? 0;
  const shared = equal === 0 ? index?.rows : index?.shared[equal - 1];
  const isOne = how.startsWith("INTEGER PRIMARY KEY") || detail.startsWith(`SEARCH ${word} EXISTS`);
  const rows = isOne ? 1 : (shared ?? table.rows);
  return { detail, alias, table, index, rows, equal, isNested: isNested(row, plan) };
}

/** The scopes that may walk it so: those that ask for the very index, or else for none. */
function ownersOf(loop: Loop, { scopes, tables }: Judged): Scope[] {
  const { alias, table, index } = loop;
  const named = scopes.filter(({ sources }) => tables.get(sources.get(alias) ?? "") === table);
  const nested = named.filter((scope) => scope.isNested);
  const owners = loop.isNested && nested.length > 0 ? nested : named;
  const askedOf = ({ indexes }: Scope) => table.indexes.get(indexes.get(alias) ?? "");
  const asking = owners.filter((scope) => index !== null && askedOf(scope) === index);
  return asking.length > 0 ? asking : owners.filter((scope) => askedOf(scope) === undefined);
}

/** Columns of indexes that stand for one of two halves; an expression has no name. */
const HALVES: ReadonlySet<string | undefined> = new Set(["", "is_live"]);

/**
 * The columns by which a walk passes over nothing: those of its index, and what its expressions and
 * its WHERE look at. A half that is not asked for scatters all that stands behind it.
 */
function servedBy({ columns, mentioned }: Index, equal: number): readonly string[] {
  if (!HALVES.has(columns[equal])) return [...columns, ...mentioned];
  const from = mentioned.indexOf("where");
  return [...columns.slice(0, equal), ...(from < 0 ? [] : mentioned.slice(from))];
}

/** Columns that are compared though the walked index does not serve them: rows may be read in vain. */
function unserved({ alias, table, index, equal }: Loop, { compared }: Scope): string[] {
  const held = new Set(index ? servedBy(index, equal) : []);
  const names = compared.map((word) => {
    const [first = "", second] = word.split(".");
    return second === undefined ? first : first === alias ? second : "";
  });
  return [...new Set(names)].filter((name) => table.columns.includes(name) && !held.has(name));
}

/** Why one loop of a level may not be: null where it may. */
function faultOf(loop: Loop, isFirst: boolean, isSorted: boolean, owners: readonly Scope[]) {
  if (loop.detail.includes("AUTOMATIC")) return "an index made for this run alone";
  if (loop.rows <= MOST) return null;
  if (isSorted) return `sorts ${loop.rows} rows`;
  if (!owners.every(({ endsEarly }) => endsEarly)) return `walks ${loop.rows} rows to the end`;
  if (!isFirst) return `walks ${loop.rows} rows for each row before`;
  // A statement may have the same walk twice.
  const columns = [...new Set(owners.flatMap((scope) => unserved(loop, scope)))];
  return columns.length === 0 ? null : `walks ${loop.rows} rows to find ${columns.join(", ")}`;
}

/**
 * What is wrong with a statement's plan on tables of that size: walks of more than a thousand rows
 * that no LIMIT ends, that are made anew for each row of another table, that look for something
 * which their index does not hold, or whose rows are sorted. Each is the plan's line with a reason.
 */
export function faultsOf(sql: string, plan: readonly PlanRow[], tables: Tables): string[] {
  const judged = { plan, scopes: scopesOf(sql), tables };
  const made = new Set(plan.map(({ detail }) => MADE.exec(detail)?.[1]));
  const isTable = ({ detail }: PlanRow) => !made.has(LOOP.exec(detail)?.[2]);
  return [...Map.groupBy(plan, ({ parent }) => parent).values()].flatMap((level) => {
    const isSorted = level.some(({ detail }) => SORT.test(detail));
    const loops = level.filter(isTable).flatMap((row) => loopOf(row, judged) ?? []);
    const faults = loops.flatMap((loop, at) => {
      const fault = faultOf(loop, at === 0, isSorted, ownersOf(loop, judged));
      return fault === null ? [] : [`${loop.detail}: ${fault}`];
    });
    const product = loops.reduce((rows, loop) => rows * loop.rows, 1);
    const isTooMany = isSorted && product > 10 * MOST && faults.length === 0;
    return isTooMany ? [`${level[0]?.detail}: sorts ${product} rows`] : faults;
  });
}
