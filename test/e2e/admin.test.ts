import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { demoHeaders } from "../../scripts/demo-keys";
import { type LocalReceiver, startReceiver } from "../../scripts/local-receiver";
import { type LocalServer, startServer } from "../../scripts/local-server";
import { admin, type Ran } from "../support/admin";
import { freePort } from "../support/free-port";

const state = mkdtempSync(join(tmpdir(), "vouchsafe-admin-"));
let server: LocalServer;
let receiver: LocalReceiver;

beforeAll(async () => {
  // One isolate serves all: nobody else remembers where a project was.
  const vars = { REQUEST_LOG: "0", MOVE_SETTLE_MS: "0" };
  server = await startServer({ port: await freePort(), state, vars });
  receiver = await startReceiver();
});
afterAll(async () => {
  await server?.stop();
  await receiver?.stop();
  rmSync(state, { recursive: true, force: true });
});

const call = (...line: string[]): Promise<Ran> =>
  admin(line, { env: { VOUCHSAFE_URL: server.url } });

/** What a line answers in JSON; it must go well. */
// biome-ignore lint/suspicious/noExplicitAny: wire bodies are read field by field, as a script does
async function json(...line: string[]): Promise<any> {
  const { exit, out, err } = await call(...line, "--json");
  expect({ exit, err }, line.join(" ")).toEqual({ exit: 0, err: "" });
  return JSON.parse(out);
}

const file = (name: string, text: string): string => {
  const path = join(state, name);
  writeFileSync(path, text);
  return path;
};

const post = async (path: string, body: unknown, keys: Record<string, string>) => {
  const response = await fetch(server.url + path, {
    method: "POST",
    headers: { ...keys, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.ok, path).toBe(true);
  // biome-ignore lint/suspicious/noExplicitAny: as above
  return (await response.json()) as any;
};

/** The words of each row below its titles. */
const rows = ({ out }: Ran): string[][] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => line.trim().split(/ {2,}/));

describe("projects and keys", () => {
  it("makes, lists, shows and deletes a project, whose keys are shown once", async () => {
    const origins = ["--origins", "https://a.example, https://b.example"];
    const made = await json("projects", "create", "Second shop", "--currency", "CHF", ...origins);
    expect(made).toMatchObject({
      name: "Second shop",
      currency: "CHF",
      timezone: "UTC",
      client_trusted_domains: ["https://a.example", "https://b.example"],
    });
    const list = rows(await call("projects", "list"));
    expect(list[0]).toEqual(["Id", "Name", "Currency", "Time zone", "Created"]);
    expect(list.map(([id]) => id)).toContain(made.id);
    const shown = await call("projects", "show", made.id);
    expect(shown.out).toContain("Second shop");
    expect(shown.out).not.toContain(made.server_side_key.app_token);
    const keys = ["--app-id", made.server_side_key.app_id];
    const token = ["--app-token", made.server_side_key.app_token];
    expect((await json("codes", "list", ...keys, ...token)).total).toBe(0);
    const env = { VOUCHSAFE_URL: server.url };
    const stopped = await admin(["projects", "delete", made.id], { env, typed: "\u0003" });
    expect(stopped).toMatchObject({ exit: 130, out: "" });
    const unasked = await call("projects", "delete", made.id);
    expect(unasked).toMatchObject({ exit: 2, err: expect.stringContaining("add --yes") });
    expect(await json("projects", "delete", made.id, "--yes")).toEqual({ deleted: made.id });
    expect((await call("projects", "show", made.id)).exit).toBe(3);
  });

  it("moves a project to another place once that has been seen, and says how it went", async () => {
    const { id } = await json("projects", "create", "Wanderer");
    const early = await call("projects", "move", id, "DB_1");
    expect(early).toMatchObject({ exit: 1, err: expect.stringContaining("(place_closed)") });
    await fetch(`${server.url}/cdn-cgi/handler/scheduled`);
    const { exit, out } = await call("projects", "move", id, "DB_1");
    expect(exit).toBe(0);
    expect(rows({ exit, out, err: "" }).slice(0, 3)).toEqual([
      ["Status", "DONE"],
      ["From", "DB"],
      ["To", "DB_1"],
    ]);
    expect((await call("projects", "show", id)).out).toContain("Wanderer");
  });

  it("says where a project lives whose move has not come to its end, and ends so", async () => {
    const move = { id: "mov_1", from: "DB", to: "DB_1", rows_copied: 3, rows_total: 9 };
    const asked: string[] = [];
    const service = createServer(({ method }, response) => {
      asked.push(method ?? "");
      const status = method === "POST" ? "IN_PROGRESS" : "FAILED";
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ ...move, status, stood_still_ms: null, error: "vouchers" }));
    }).listen(0, "127.0.0.1");
    await once(service, "listening");
    const { port } = z.object({ port: z.number() }).parse(service.address());
    const env = { VOUCHSAFE_URL: `http://127.0.0.1:${port}` };
    const ended = await admin(["projects", "move", "proj_1", "DB_1"], { env });
    service.close();
    expect(ended).toMatchObject({ exit: 4, err: "Project proj_1 lives where it did, in DB\n" });
    expect(ended.out).toMatch(/Error +vouchers/);
    expect(asked).toEqual(["POST", "GET"]);
  });

  it("makes, blocks, takes again, turns and deletes a key", async () => {
    const options = ["--kind", "server", "--name", "Till", "--permissions", "vouchers, orders"];
    const made = await json("keys", "create", ...options);
    expect(made).toMatchObject({ name: "Till", permissions: ["vouchers", "orders"] });
    const listWith = (token: string) =>
      call("codes", "list", "--app-id", made.app_id, "--app-token", token);
    expect((await listWith(made.app_token)).exit).toBe(0);
    expect((await call("keys", "block", made.id)).out).toBe(`Key ${made.id} is blocked.\n`);
    const refused = await listWith(made.app_token);
    expect(refused).toMatchObject({ exit: 1, err: expect.stringContaining("(unauthorized)") });
    expect(await json("keys", "unblock", made.id)).toMatchObject({ blocked: false });
    const turned = await json("keys", "rotate", made.id, "--yes");
    expect((await listWith(turned.app_token)).exit).toBe(0);
    expect((await json("keys", "list")).api_keys.map(({ id }: { id: string }) => id)).toContain(
      made.id,
    );
    await json("keys", "delete", made.id, "--yes");
    expect((await call("keys", "block", made.id)).exit).toBe(3);
  });
});

describe("campaigns and codes", () => {
  it("makes a campaign with its codes, and adds some", async () => {
    const options = ["--percent", "20", "--codes", "3", "--pattern", "SPRING-####", "--uses", "2"];
    const made = await json("campaigns", "create", "Spring", ...options);
    expect(made).toMatchObject({ vouchers_count: 3, vouchers_generation_status: "DONE" });
    const more = await call("campaigns", "generate", "Spring", "4");
    expect(more).toEqual({ exit: 0, out: "Spring has 7 codes now.\n", err: "" });
    expect(rows(await call("campaigns", "list"))[1]).toEqual([
      made.id,
      "Spring",
      "DISCOUNT_COUPONS",
      "20 %",
      "7",
      "yes",
      "-",
    ]);
    const listed = await json("codes", "list", "--campaign", "Spring", "--limit", "5");
    expect(listed).toMatchObject({ total: 7 });
    expect(listed.vouchers).toHaveLength(5);
    const { code } = listed.vouchers[0];
    expect(code).toMatch(/^SPRING-\w{4}$/);
    expect((await call("codes", "show", code)).out).toMatch(/^Uses {6}0 of 2$/m);
    expect((await call("codes", "disable", code)).out).toBe(`${code} is disabled.\n`);
    expect((await json("codes", "show", code)).active).toBe(false);
    expect((await json("codes", "enable", code)).active).toBe(true);
    expect((await json("campaigns", "delete", "Spring", "--yes")).operation_status).toBe("SUCCESS");
    expect((await call("campaigns", "show", "Spring")).exit).toBe(3);
  });

  it("makes gift cards, and says which worth is missing", async () => {
    const made = await json("campaigns", "create", "Cards", "--gift", "5000");
    expect(made).toMatchObject({
      campaign_type: "GIFT_VOUCHERS",
      voucher: { gift: { amount: 5000 } },
    });
    expect((await call("campaigns", "show", "Cards")).out).toMatch(/^Worth {7}50\.00 EUR$/m);
    const both = await call("campaigns", "create", "Both", "--gift", "1", "--percent", "2");
    expect(both).toMatchObject({ exit: 2, err: expect.stringContaining("one of --percent") });
  });

  it("writes and reads money of a currency that has other digits, and makes none up", async () => {
    const key = await json("keys", "create", "--name", "Yen", "--kind", "server");
    const env = { VOUCHSAFE_URL: server.url, VOUCHSAFE_APP_ID: key.app_id };
    const own = { ...env, VOUCHSAFE_APP_TOKEN: key.app_token };
    const worth = async (name: string, more: Record<string, string>) =>
      /^Worth +(.*)$/m.exec(
        (await admin(["campaigns", "show", name], { env: { ...own, ...more } })).out,
      )?.[1];
    const yen = { VOUCHSAFE_CURRENCY: "jpy" };
    const line = ["campaigns", "create", "Yen", "--gift", "5000 JPY"];
    expect((await admin(line, { env: { ...own, ...yen } })).err).toBe("");
    expect(await worth("Yen", yen)).toBe("5000 JPY");
    expect(await worth("Yen", { VOUCHSAFE_CURRENCY: "KWD" })).toBe("5.000 KWD");
    // The demo's currency goes with the demo's own key: of this one nobody has said any.
    expect(await worth("Yen", {})).toBe("5,000 minor units");
  });
});

describe("backups", () => {
  it("are made, listed, restored and deleted", async () => {
    const made = await call("backups", "create", "proj_demo");
    expect(made).toMatchObject({ exit: 0, err: "" });
    const [, id = ""] = /^Backup (bak_\w+) has \d+ rows in \d+ files\.\n$/.exec(made.out) ?? [];
    const list = rows(await call("backups", "list", "--of", "proj_demo"));
    expect(list[0]).toEqual(["Id", "Project", "Name", "Status", "Taken", "Rows", "Bytes"]);
    expect(list[1]?.slice(0, 4)).toEqual([id, "proj_demo", "Demo shop", "DONE"]);
    const restored = await json("backups", "restore", id, "--name", "Once more");
    expect(restored).toMatchObject({ status: "DONE", backup_id: id });
    expect((await call("projects", "show", restored.project_id)).out).toContain("Once more");
    expect((await call("backups", "delete", id, "--yes")).out).toBe(`Backup ${id} is deleted.\n`);
    expect((await call("backups", "restore", id)).exit).toBe(3);
  });
});

describe("files", () => {
  it("imports codes, tells the rows that are refused, and exports them", async () => {
    const good = file("good.csv", "Code,Voucher Type,Value\nADM-1,gift,5\nADM-2,gift,7");
    const told = await call("codes", "import", good);
    expect(told).toMatchObject({ exit: 0, out: /^2 of 2 rows were imported \(aa_\w+\)\.\n$/ });
    const bad = await call(
      "codes",
      "import",
      file("bad.csv", "Code,Voucher Type,Value\nADM-3,gift,x"),
    );
    expect(bad.exit).toBe(4);
    expect(rows(bad)).toEqual([
      ["Row", "Column", "Reason"],
      ["2", "Value", "must be a number such as 20 or 19.99; it is 'x'"],
    ]);
    expect(bad.err).toMatch(/1 rows were refused \((aa_\w+)\)/);
    const id = /aa_\w+/.exec(bad.err)?.[0] ?? "";
    expect(await call("imports", "show", id)).toMatchObject({ exit: 4, out: bad.out });
    expect((await json("imports", "list", "--limit", "1")).async_actions[0].id).toBe(id);
    const typed = (type: string) => json("imports", "list", "--type", type);
    const { async_actions: ours, total } = await typed("VOUCHERS.IMPORT_CSV");
    expect([ours[0], total]).toEqual([expect.objectContaining({ id }), 2]);
    expect((await typed("SKUS.IMPORT_CSV")).total).toBe(0);
    const to = join(state, "codes.csv");
    const manifest = await json("codes", "export", "--to", to);
    expect(manifest).toMatchObject({ file: to, object: "export_manifest" });
    const text = readFileSync(to, "utf8");
    expect(Buffer.byteLength(text)).toBe(manifest.bytes);
    expect(text.trimEnd().split("\n")).toHaveLength(manifest.rows + 1);
    expect(text).toContain("ADM-2");
    expect(existsSync(`${to}.part`)).toBe(false);
  });

  it("exports codes with all that an import reads, such as what is left on a card", async () => {
    const card = { code: "ADM-REST", type: "GIFT_VOUCHER", gift: { amount: 2000 } };
    await post("/v1/vouchers", card, demoHeaders.server);
    await post("/v1/vouchers/ADM-REST/balance", { amount: -1250 }, demoHeaders.server);
    const to = join(state, "rests.csv");
    await json("codes", "export", "--to", to);
    const [titles = "", ...lines] = readFileSync(to, "utf8").split("\r\n");
    const cells = lines.find((line) => line.startsWith("ADM-REST,"))?.split(",") ?? [];
    const cell = (title: string) => cells[titles.split(",").indexOf(title)];
    expect(["Value", "Gift Balance", "Redemption Count"].map(cell)).toEqual(["20.00", "7.50", "0"]);
  });

  it("imports into a campaign, and files of other kinds", async () => {
    await json("campaigns", "create", "Bowl", "--amount", "100");
    const codes = file("bowl.csv", "Code\nBOWL-1\nBOWL-2");
    expect((await json("codes", "import", codes, "--campaign", "Bowl")).result.created).toBe(2);
    const sent: [string, string][] = [
      ["vouchers", "Code,Voucher Type,Value\nADM-9,gift,9"],
      ["customers", "Source ID,Name\nadm-ann,Ann"],
      ["products", "Source ID,Name\nadm-hat,Hat"],
      ["skus", "Source ID,Product ID\nadm-hat-1,adm-hat"],
      ["orders", '[{"source_id":"adm-order","amount":100}]'],
    ];
    for (const [kind, text] of sent) {
      const action = await json("imports", "run", kind, file(kind, text));
      expect(action.result, kind).toMatchObject({ created: 1, failed_count: 0 });
    }
    const wrong = await call("imports", "run", "orders", codes);
    expect(wrong).toMatchObject({ exit: 2, err: expect.stringContaining("no JSON array") });
    const none = await call("imports", "run", "skus", join(state, "none"));
    expect(none).toMatchObject({ exit: 2, err: expect.stringContaining("(ENOENT)") });
  });

  it("takes nothing out of a file in another encoding than UTF-8", async () => {
    const latin = file("latin.csv", "");
    writeFileSync(latin, "Source ID,Name\nadm-ok,Ann\nadm-latin,M\u00fcller\n", "latin1");
    const refused = await call("imports", "run", "customers", latin);
    expect(refused).toMatchObject({ exit: 1, err: expect.stringContaining("UTF-8 text: row 3") });
    const sold = file("latin.json", "");
    writeFileSync(sold, '[{"source_id":"adm-latin","metadata":{"to":"M\u00fcller"}}]', "latin1");
    expect((await call("imports", "run", "orders", sold)).exit).toBe(2);
    for (const path of ["/v1/customers/adm-latin", "/v1/customers/adm-ok", "/v1/orders/adm-latin"])
      expect((await fetch(server.url + path, { headers: demoHeaders.server })).status).toBe(404);
  });

  it("begins exports, lists them and downloads one", async () => {
    const begun = await json("exports", "create", "customer", "--fields", "name,source_id");
    expect(begun).toMatchObject({ object: "export", exported_object: "customer" });
    expect((await json("exports", "list")).exports[0].id).toBe(begun.id);
    const to = join(state, "customers.csv");
    const told = await call("exports", "download", begun.id, "--to", to);
    expect(told).toMatchObject({ exit: 0, out: expect.stringMatching(/as the manifest says\.$/m) });
    expect(readFileSync(to, "utf8")).toMatch(/^Name,Source ID\r?\n/i);
    const order = ["--order", "-created_at", "--to", join(state, "orders.csv")];
    expect(await json("exports", "create", "order", ...order)).toMatchObject({ rows: 1 });
  });
});

describe("a file that is not what its manifest says", () => {
  it("is not kept", async () => {
    const liar = createServer(async (request, response) => {
      const { method = "GET", url = "/", headers } = request;
      const keys = {
        "X-App-Id": String(headers["x-app-id"]),
        "X-App-Token": String(headers["x-app-token"]),
      };
      const answer = await fetch(server.url + url, { method, headers: keys });
      const text = await answer.text();
      response.writeHead(answer.status, {
        "content-type": answer.headers.get("content-type") ?? "",
      });
      response.end(url.includes("/download") ? text.replace("ADM", "BAD") : text);
    }).listen(0, "127.0.0.1");
    await once(liar, "listening");
    const { port } = z.object({ port: z.number() }).parse(liar.address());
    await json("codes", "import", file("one.csv", "Code,Voucher Type,Value\nADM-LIE,gift,5"));
    const { id } = await json("exports", "create", "voucher");
    const to = join(state, "lie.csv");
    const told = await call(
      "exports",
      "download",
      id,
      "--to",
      to,
      "--url",
      `http://127.0.0.1:${port}`,
    );
    liar.close();
    expect(told).toMatchObject({ exit: 4, err: expect.stringContaining("not what its manifest") });
    expect([existsSync(to), existsSync(`${to}.part`)]).toEqual([false, false]);
  });
});

describe("webhooks", () => {
  it("lists, tests, tells deliveries and sends again", async () => {
    const hook = await post(
      "/management/v1/projects/proj_demo/webhooks",
      { target_url: `${receiver.url}/hooks`, events: ["voucher.created"] },
      demoHeaders.management,
    );
    expect(rows(await call("webhooks", "list"))[1]).toEqual([
      hook.id,
      `${receiver.url}/hooks`,
      "1",
      "yes",
      "-",
    ]);
    expect(await json("webhooks", "test", hook.id)).toMatchObject({ delivered: true, status: 200 });
    await post("/v1/vouchers/ADM-HOOK", { gift: { amount: 100 } }, demoHeaders.server);
    const delivered = async () =>
      (await json("webhooks", "deliveries", hook.id, "--status", "SUCCEEDED")).data;
    await expect.poll(async () => (await delivered()).length).toBe(1);
    const [{ sequence }] = await delivered();
    const range = ["--from", String(sequence), "--to", String(sequence)];
    expect(await json("webhooks", "replay", hook.id, ...range)).toMatchObject({ replayed: 1 });
    expect(await json("webhooks", "replay", hook.id, "--dead")).toMatchObject({ replayed: 0 });
    expect((await call("webhooks", "replay", hook.id)).exit).toBe(2);
    expect((await call("webhooks", "test", "wh_none")).exit).toBe(3);
  });

  it("shows events as they come, until it is stopped", async () => {
    const before = await json("webhooks", "tail", "--last", "1", "--count", "1");
    const stopping = new AbortController();
    const lines: string[] = [];
    const tailing = admin(["webhooks", "tail", "--last", "1", "--kind", "voucher.", "--json"], {
      env: { VOUCHSAFE_URL: server.url },
      signal: stopping.signal,
      heard: (text) => lines.push(...text.trimEnd().split("\n")),
    });
    await post("/v1/vouchers/ADM-TAIL", { gift: { amount: 100 } }, demoHeaders.server);
    const numbers = () => lines.map((line) => JSON.parse(line).sequence);
    await expect.poll(numbers).toContain(before.sequence + 1);
    stopping.abort();
    expect(await tailing).toMatchObject({ exit: 0, err: "" });
    const after = ["--after", String(before.sequence), "--count", "1"];
    const { out } = await call("webhooks", "tail", ...after);
    expect(out).toMatch(new RegExp(`^ *${before.sequence + 1}  .*  voucher\\.created  +v_`));
  });
});

describe("ledger proof", () => {
  it("adds up a program, and each card of it", async () => {
    const program = await post(
      "/v1/loyalties",
      { name: "Club", voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 10 } } },
      demoHeaders.server,
    );
    const path = `/v1/loyalties/${program.id}/members`;
    const card = await post(path, { customer: { source_id: "adm-club" } }, demoHeaders.server);
    const balance = `/v1/loyalties/members/${card.code}/balance`;
    await post(balance, { points: 100 }, demoHeaders.server);
    await post(balance, { points: -30 }, demoHeaders.server);
    expect(await json("ledger", "proof", "Club")).toMatchObject({
      entries: 3,
      liability: { points: 80 },
      differences: { total: 0 },
    });
    expect(await json("ledger", "proof", card.code)).toEqual({
      object: "card_proof",
      voucher_id: card.id,
      entries: 2,
      opening: 10,
      moved: 70,
      balance: 80,
      breaks: [],
      adds_up: true,
    });
    expect((await call("ledger", "proof", "nobody-has-it")).exit).toBe(3);
    // A card's own proof is of now alone.
    const past = ["--at", "2026-01-01T00:00:00Z"];
    expect((await call("ledger", "proof", card.code, ...past)).exit).toBe(3);
    const long = await call("ledger", "proof", "Club", "--at", "yesterday");
    expect(long).toMatchObject({ exit: 2, err: "at must be as 2026-12-31T00:00:00Z\n" });
  });
});

describe("what is said", () => {
  it("a refusal with the service's words, as JSON for programs", async () => {
    const { exit, err } = await call("codes", "show", "ADM-NONE");
    expect(exit).toBe(3);
    expect(err).toMatch(
      /^Resource not found \(not_found\)\n {2}Cannot find voucher with id ADM-NONE\n {2}request v-\w+\n$/,
    );
    const told = await call("codes", "show", "ADM-NONE", "--json");
    expect(JSON.parse(told.err)).toMatchObject({ key: "not_found", code: 404 });
  });

  it("bars and bold titles where somebody looks, and questions", async () => {
    const env = { VOUCHSAFE_URL: server.url };
    const path = file("seen.csv", "Code,Voucher Type,Value\nADM-SEEN,gift,5");
    const seen = await admin(["codes", "import", path], { env, isTTY: true });
    expect(seen.err).toMatch(/Importing [█░]{30} 0 % {2}0 of \d+ parts/);
    expect(seen.err).not.toMatch(/INF|NF/);
    const to = join(state, "seen-export.csv");
    const exported = await admin(["codes", "export", "--to", to], { env, isTTY: true });
    expect(exported.err).toMatch(/Exporting [█░]{30} \d+ % {2}\d+ of \d+ rows/);
    await post("/v1/vouchers/ADM-SEEN/balance", { amount: 100 }, demoHeaders.server);
    const proven = await admin(["ledger", "proof", "ADM-SEEN"], { env, isTTY: true });
    expect(proven.err).toMatch(/Adding up {2}0 entries/);
    const made = await json("projects", "create", "Asked");
    const asked = (typed: string) =>
      admin(["projects", "delete", made.id], { env, typed: `${typed}\n` });
    const kept = await asked("no");
    expect(kept).toMatchObject({ exit: 0, out: "", err: expect.stringContaining("[y/N]") });
    expect((await call("projects", "show", made.id)).exit).toBe(0);
    expect((await asked("yes")).out).toBe(`Project ${made.id} is deleted.\n`);
  });

  it("the program ends with what it says, and the function of the shell is the program", async () => {
    const path = file("function.bash", (await call("completion", "bash")).out);
    const env = { ...process.env, VOUCHSAFE_URL: server.url };
    const script = `source ${path}; vouchsafe codes show ADM-NONE 2>/dev/null; echo $?; vouchsafe projects list | head -n 1`;
    const { stdout } = await promisify(execFile)("bash", ["-c", script], { env });
    expect(stdout).toMatch(/^3\nId +Name +Currency/);
  });

  it("reads files from where its caller is, also where npm runs it", async () => {
    file(
      "beside.csv",
      "code,voucher_type,value,discount_type\nADM-BESIDE,DISCOUNT_VOUCHER,5,PERCENT\n",
    );
    const root = join(import.meta.dirname, "../..");
    const line = ["--prefix", root, "run", "-s", "admin", "--", "codes", "import", "beside.csv"];
    const env = { ...process.env, VOUCHSAFE_URL: server.url };
    await promisify(execFile)("npm", line, { cwd: state, env });
    expect(await json("codes", "show", "ADM-BESIDE")).toMatchObject({ code: "ADM-BESIDE" });
  });
});
