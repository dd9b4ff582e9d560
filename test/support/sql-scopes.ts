// Reads as much of a SQL text as it takes to know which rows a walk of a table may stop at: its
// SELECTs with the tables they name, whether they end early, and the columns that they compare.

/** One SELECT, UPDATE, DELETE or INSERT with what it reads from. */
export interface Scope {
  /** Alias to the name behind it, as written. */
  sources: Map<string, string>;
  /** Alias to the index that it is bound to with INDEXED BY. */
  indexes: Map<string, string>;
  /** It has a LIMIT, is looked into for one row only, or asks for a smallest or largest value. */
  endsEarly: boolean;
  /** It stands inside of another. */
  isNested: boolean;
  /** Words of its WHERE outside any SELECT within. */
  compared: string[];
}

const TOKEN = /'(?:[^']|'')*'|--[^\n]*|[`"][^`"]+[`"]|[\w.?$]+|[^\s\w]/g;
const BEFORE_TABLE = new Set(["from", "join", "into", "update"]);
const AFTER_FROM = new Set([
  "select",
  "where",
  "group",
  "order",
  "limit",
  "set",
  "on",
  "returning",
]);
const COMPOUND = new Set(["union", "except", "intersect"]);
const NO_ALIAS = new Set([
  ...[...AFTER_FROM, ...COMPOUND, "join", "cross", "left", "inner", "indexed", "not", "values"],
  ...["default", "using", "do", "as"],
]);

const tokensOf = (sql: string): string[] =>
  (sql.match(TOKEN) ?? [])
    .filter((token) => !token.startsWith("--"))
    .map((token) => (token.startsWith("'") ? token : token.replace(/[`"]/g, "").toLowerCase()));

interface Reading {
  scope: Scope;
  /** All SELECTs of its compound, which share one LIMIT. */
  arms: Scope[];
  clause: string;
  /** A name of a table may follow. */
  wantsSource: boolean;
}

interface Begun {
  endsEarly: boolean;
  isNested: boolean;
  arms?: Scope[];
}

function begin(found: Scope[], { endsEarly, isNested, arms = [] }: Begun): Reading {
  const scope: Scope = {
    sources: new Map(),
    indexes: new Map(),
    endsEarly,
    isNested,
    compared: [],
  };
  found.push(scope);
  arms.push(scope);
  return { scope, arms, clause: "", wantsSource: false };
}

/** Notes a word that opens a clause; says whether it was one. */
function opens(reading: Reading, token: string): boolean {
  const namesTable = BEFORE_TABLE.has(token);
  if (!namesTable && !AFTER_FROM.has(token)) return false;
  if (token === "limit") for (const arm of reading.arms) arm.endsEarly = true;
  reading.clause = namesTable ? "from" : token;
  reading.wantsSource = namesTable;
  return true;
}

/** `table AS alias` at `at`; answers how many words the alias takes. */
function source(reading: Reading, tokens: readonly string[], at: number): number {
  const name = tokens[at] ?? "";
  reading.wantsSource = false;
  const skipped = tokens[at + 1] === "as" ? 2 : 1;
  const next = tokens[at + skipped] ?? "";
  const isAlias = /^\w+$/.test(next) && !NO_ALIAS.has(next);
  const alias = isAlias ? next : name;
  reading.scope.sources.set(alias, name);
  const taken = isAlias ? skipped : 0;
  const bound = /^indexed by (\w+)$/.exec(tokens.slice(at + taken + 1, at + taken + 4).join(" "));
  if (bound?.[1]) reading.scope.indexes.set(alias, bound[1]);
  return taken;
}

function plain(reading: Reading, token: string, isNested: boolean): void {
  const { clause, scope } = reading;
  if (token === "," && clause === "from" && !isNested) reading.wantsSource = true;
  if (clause === "where") scope.compared.push(token);
  if (clause === "select" && (token === "min" || token === "max")) scope.endsEarly = true;
}

/** All scopes of a text, outer ones before those within them. */
export function scopesOf(sql: string): Scope[] {
  const tokens = tokensOf(sql);
  const found: Scope[] = [];
  const first = begin(found, { endsEarly: false, isNested: false });
  const stack = [first];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? "";
    const reading = stack.at(-1) ?? first;
    if (token === "(") {
      const isSelect = ["select", "with"].includes(tokens[at + 1] ?? "");
      stack.push(
        isSelect
          ? begin(found, { endsEarly: tokens[at - 1] === "exists", isNested: true })
          : reading,
      );
    } else if (token === ")") {
      stack.pop();
    } else if (COMPOUND.has(token)) {
      stack[stack.length - 1] = begin(found, {
        endsEarly: false,
        isNested: stack.length > 1,
        arms: reading.arms,
      });
    } else if (!opens(reading, token)) {
      if (reading.wantsSource && /^\w+$/.test(token)) at += source(reading, tokens, at);
      else plain(reading, token, stack.at(-2) === reading);
    }
  }
  return found;
}
