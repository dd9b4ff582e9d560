import { env } from "cloudflare:workers";

/** Names of the tables that the migrations made. */
async function tables(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'd1\\_%' ESCAPE '\\'",
  ).all<{ name: string }>();
  return results.map(({ name }) => name);
}

/** Every row of every table, and every file of the bucket, by where it stands. */
async function everywhere(): Promise<[string, string][]> {
  const names = await tables();
  const read = names.map((name) => env.DB.prepare(`SELECT * FROM "${name}"`));
  const found = await env.DB.batch<Record<string, unknown>>(read);
  const rows = found.flatMap(({ results }, at) =>
    results.map((row): [string, string] => [names[at] ?? "", JSON.stringify(row)]),
  );
  const { objects } = await env.EXPORTS.list();
  const files = await Promise.all(
    objects.map(async ({ key }): Promise<[string, string]> => {
      const file = await env.EXPORTS.get(key);
      return [`file ${key}`, (await file?.text()) ?? ""];
    }),
  );
  return [...rows, ...files];
}

/** Which of the texts stand anywhere in the database or the bucket, and in which tables and files. */
export async function tracesOf(texts: readonly string[]): Promise<string[]> {
  const all = await everywhere();
  const traces = all.flatMap(([place, text]) =>
    texts.filter((each) => text.includes(each)).map((each) => `${place}: ${each}`),
  );
  return [...new Set(traces)].sort();
}
