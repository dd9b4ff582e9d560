import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { cardSums } from "../scripts/admin/card-sums";
import { type Show, showOn } from "../scripts/admin/show";
import { VERBS } from "../scripts/admin/verbs";
import { discountOf, worthOf } from "../scripts/admin/worth";
import { admin } from "./support/admin";
import { freePort } from "./support/free-port";

// What the command line says without asking the service: help, refusals, completion.

const folder = mkdtempSync(join(tmpdir(), "vouchsafe-words-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const call = (...line: string[]) => admin(line);

/** What is said to each path: its type, its text, and how long the text is said to be. */
type Says = (path: string) => readonly [type: string, text: string, length?: number];

/** Something that answers in place of the service, for as long as it is used. */
async function listening(says: Says, use: (url: string) => Promise<void>): Promise<void> {
  const there = createServer(({ url = "/" }, response) => {
    const [type, text, length = Buffer.byteLength(text)] = says(url);
    response.writeHead(200, { "content-type": type, "content-length": length });
    response.write(text, () => (length > text.length ? response.destroy() : response.end()));
  }).listen(0, "127.0.0.1");
  await once(there, "listening");
  const { port } = z.object({ port: z.number() }).parse(there.address());
  try {
    await use(`http://127.0.0.1:${port}`);
  } finally {
    there.close();
  }
}

describe("the command line", () => {
  it("help names every verb, of each verb its options, and how it ends", async () => {
    const { exit, out } = await call("--help");
    expect(exit).toBe(0);
    for (const { name, summary } of VERBS) {
      expect(out).toContain(`  ${name} `);
      expect(out).toContain(summary);
    }
    expect(out).toContain("Tokens belong into the environment: VOUCHSAFE_APP_TOKEN");
    expect(out).toContain("Ends with 0 when done");
    for (const { name } of VERBS) {
      const help = await call(...name.split(" "), "--help");
      expect({ exit: help.exit, err: help.err }, name).toEqual({ exit: 0, err: "" });
      expect(help.out).toContain("--management-token");
    }
  });

  it.each([
    [["nonsense"], "unknown command 'nonsense'"],
    [["projects", "creat", "X"], "(Did you mean create?)"],
    [["codes", "show"], "missing required argument 'code'"],
    [["codes", "list", "--limit", "500"], "limit must be at most 100"],
    [["codes", "list", "--limit", "many"], "limit must be a number"],
    [["keys", "create"], "required option '--kind"],
    [["keys", "create", "--kind", "small"], "Allowed choices are server, client, management"],
    [["imports", "list", "--type", "IMPORT"], "Allowed choices are CAMPAIGN.VOUCHERS_GENERATE, "],
    [["codes", "list", "--colour"], "unknown option '--colour'"],
    [["codes", "list", "--url", "here"], "url must be an address, http or https"],
    [["codes", "list", "--app-id", "half"], "--app-id and --app-token"],
  ])("%j ends with 2", async (line, text) => {
    const { exit, out, err } = await call(...line);
    expect({ exit, out }).toEqual({ exit: 2, out: "" });
    expect(err).toContain(text);
  });

  it("where nobody answers", async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { exit, err } = await call("codes", "list", "--url", url);
    expect({ exit, err }).toEqual({
      exit: 1,
      err: "Nothing answers there. Is the service running?\n",
    });
  });

  it("where something else answers", async () => {
    await listening(
      () => ["text/html", "<!doctype html>"],
      async (url) =>
        expect(await call("codes", "list", "--url", url)).toEqual({
          exit: 1,
          out: "",
          err: "What answers there is not the service: it sends no JSON\n",
        }),
    );
  });

  it("where an answer breaks off, the tail says so and goes on with the next event", async () => {
    const asked: string[] = [];
    const says = (path: string) => {
      const after = new URL(path, "http://x").searchParams.get("after") ?? "";
      asked.push(after);
      const sequence = Number(after) + 1;
      const event = { sequence, created_at: "", type: "voucher.created", event: {} };
      const text = JSON.stringify({ object: "list", data: [event], has_more: true });
      return ["application/json", text, text.length + (asked.join() === "0,1" ? 9 : 0)] as const;
    };
    await listening(says, async (url) => {
      const tail = ["webhooks", "tail", "--after", "0", "--count", "2", "--json", "--url", url];
      const { exit, out, err } = await call(...tail);
      const shown = out.trimEnd().split("\n");
      expect(shown.map((line) => JSON.parse(line).sequence)).toEqual([1, 2]);
      expect({ exit, err }).toEqual({
        exit: 0,
        err: "The answer broke off. Asking again in 0.5 s.\n",
      });
    });
    expect(asked).toEqual(["0", "1", "1"]);
  });

  it("where a file cannot be written, or breaks off", async () => {
    const said = (path: string) => {
      if (path.includes("/download")) {
        return ["text/csv", "Code\nA\n", path.includes("exp_broken") ? 100 : 7] as const;
      }
      const known = path.endsWith("/manifest")
        ? { bytes: 7, rows: 1, sha256: "" }
        : { id: "exp_1", status: "DONE", result: { url: "/?token=t" } };
      return ["application/json", JSON.stringify(known)] as const;
    };
    await listening(said, async (url) => {
      const to = (path: string, id = "exp_1") =>
        call("exports", "download", id, "--to", path, "--url", url);
      const nowhere = join(folder, "nowhere", "a.csv");
      expect(await to(nowhere)).toMatchObject({
        exit: 2,
        err: `${nowhere}.part cannot be written (ENOENT)\n`,
      });
      const here = join(folder, "a.csv");
      expect(await to(here, "exp_broken")).toMatchObject({
        exit: 1,
        err: "The answer broke off.\n",
      });
      expect(existsSync(here)).toBe(false);
    });
  });

  it("where a campaign did not get all of its codes", async () => {
    const made = { id: "camp_1", name: "Few", voucher: null, vouchers_count: 3 };
    const known = JSON.stringify({ ...made, vouchers_generation_status: "FAILED" });
    await listening(
      () => ["application/json", known],
      async (url) =>
        expect(
          await call("campaigns", "create", "Few", "--gift", "5", "--codes", "9", "--url", url),
        ).toMatchObject({ exit: 4, err: "Few has 3 of 9 codes\n" }),
    );
  });

  it("no key of the demo goes to another host, and each goes with its own token", async () => {
    const far = { VOUCHSAFE_URL: "https://vouchsafe.example" };
    const unsaid = await admin(["codes", "list"], { env: far });
    expect(unsaid).toMatchObject({ exit: 2, err: expect.stringContaining("VOUCHSAFE_APP_ID") });
    const halves = { env: { VOUCHSAFE_MANAGEMENT_ID: "mine" } };
    expect((await admin(["projects", "list"], halves)).exit).toBe(2);
    expect(
      (
        await admin(["keys", "list"], {
          env: { ...far, VOUCHSAFE_MANAGEMENT_ID: "a", VOUCHSAFE_MANAGEMENT_TOKEN: "b" },
        })
      ).err,
    ).toContain("VOUCHSAFE_PROJECT");
  });
});

describe("answers", () => {
  const shown = (isJson: boolean, use: (show: Show) => void): string => {
    const stream = new PassThrough({ encoding: "utf8" });
    use(showOn(stream, isJson));
    return stream.read();
  };
  const HOSTILE = { code: "RED\u001b[31m\n2" };

  it("show what a text holds for the terminal, and do not send it", () => {
    const list = shown(false, (show) => show.list({}, [HOSTILE], { Code: ({ code }) => code }));
    expect(list).toBe("Code\nRED\\u001b[31m\\n2\n");
    expect(shown(false, (show) => show.one({}, { Code: HOSTILE.code }))).toBe(
      "Code  RED\\u001b[31m\\n2\n",
    );
    expect(shown(false, (show) => show.line({}, HOSTILE.code))).toBe("RED\\u001b[31m\\n2\n");
    expect(shown(true, (show) => show.line(HOSTILE, ""))).toBe('{"code":"RED\\u001b[31m\\n2"}\n');
  });

  it("put numbers to the right, and say what is not there", () => {
    const rows = [
      { name: "a", uses: 5, active: true },
      { name: "日本", uses: 1200, active: false },
      { name: null, uses: null, active: null },
    ];
    const columns = {
      Name: ({ name }: (typeof rows)[number]) => name,
      Uses: ({ uses }: (typeof rows)[number]) => uses,
      Active: ({ active }: (typeof rows)[number]) => active,
    };
    expect(shown(false, (show) => show.list({}, rows, columns))).toBe(
      ["Name   Uses  Active", "a         5  yes", "日本  1,200  no", "-         -  -", ""].join(
        "\n",
      ),
    );
    expect(shown(false, (show) => show.list({}, [], columns))).toBe("Nothing here.\n");
  });
});

describe("the ledger of a card", () => {
  const sums = (balance: number, ...entries: [points: number, left: number][]) => {
    const adding = cardSums(balance);
    for (const [at, [points, left]] of entries.entries()) {
      adding.add({ id: `vtx_${at + 1}`, details: { balance: { points, balance: left } } });
    }
    return adding.proof();
  };

  it("adds up from what the card had first to what it has", () => {
    expect(sums(80, [100, 110], [-30, 80])).toEqual({
      entries: 2,
      opening: 10,
      moved: 70,
      balance: 80,
      breaks: [],
      adds_up: true,
    });
    expect(sums(5)).toMatchObject({ entries: 0, opening: 5, adds_up: true });
  });

  it("names an entry that does not go on, and a balance that is another", () => {
    expect(sums(80, [100, 110], [-20, 80], [0, 80])).toMatchObject({
      breaks: ["vtx_2"],
      adds_up: false,
    });
    expect(sums(81, [100, 110], [-30, 80])).toMatchObject({ breaks: [], adds_up: false });
  });
});

describe("in a shell", () => {
  const execute = promisify(execFile);

  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const inShell = async (shell: string, script: string) =>
    (await execute(shell, ["-c", script])).stdout.trimEnd().split("\n");

  const LINES = [
    [["ke"], "keys"],
    [["keys", ""], "list create block unblock rotate delete"],
    [["keys", "create", "--kind", ""], "server client management"],
    [["imports", "run", "v"], "vouchers"],
    [["codes", "import", "--c"], "--campaign"],
    [["imports", "list", "--type", "SKUS.I"], "SKUS.IMPORT_CSV"],
  ] as const;

  it("bash completes nouns, verbs, options and their choices", async () => {
    const path = file("completion.bash", (await call("completion", "bash")).out);
    await execute("bash", ["-n", path]);
    const typed = LINES.map(
      ([words]) => `t vouchsafe ${words.map((each) => `'${each}'`).join(" ")}`,
    );
    const script = [
      `source ${path}`,
      // The dollar is escaped from our own templates.
      't() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _vouchsafe; echo "\u0024{COMPREPLY[*]}"; }',
      ...typed,
      "complete -p vouchsafe",
    ].join("\n");
    const told = await inShell("bash", script);
    expect(told).toEqual([
      ...LINES.map(([, words]) => words),
      "complete -o default -F _vouchsafe vouchsafe",
    ]);
  });

  const hasZsh = spawnSync("zsh", ["--version"]).status === 0;

  it.skipIf(!hasZsh)(
    "zsh completes the same; it leaves out by itself what does not fit",
    async () => {
      const path = file("completion.zsh", (await call("completion", "zsh")).out);
      await execute("zsh", ["-n", path]);
      const typed = LINES.map(
        ([words]) => `t vouchsafe ${words.map((each) => `'${each}'`).join(" ")}`,
      );
      const script = [
        "compdef() { }",
        `source ${path}`,
        "compadd() { shift; print -r -- $@ }",
        't() { words=("$@"); CURRENT=$#; _vouchsafe; }',
        ...typed,
      ].join("\n");
      const told = await inShell("zsh", script);
      for (const [at, [, words]] of LINES.entries()) expect(told[at]).toContain(words);
    },
  );

  it("the function of the shell is the program, and ends as it does", async () => {
    const path = file("function.bash", (await call("completion", "bash")).out);
    const script = `source ${path}; vouchsafe codes show 2>/dev/null; echo $?; vouchsafe --help | head -n 1`;
    expect(await inShell("bash", script)).toEqual(["2", "Usage: vouchsafe [options] [command]"]);
  });
});

describe("what a code is worth", () => {
  it.each([
    ["EUR", "12.50 EUR", "for 0.05 EUR"],
    ["JPY", "1250 JPY", "for 5 JPY"],
    ["KWD", "1.250 KWD", "for 0.005 KWD"],
    [null, "1,250 minor units", "for 5 minor units"],
  ])("is written with the digits of %s", (currency, gift, fixed) => {
    expect(worthOf({ gift: { amount: 1_250 } }, currency)).toBe(gift);
    const discount = { type: "FIXED" as const, fixed_amount: 5 };
    expect(worthOf({ discount }, currency)).toBe(fixed);
  });

  it.each([
    ["1250", "EUR", 1_250],
    ["1250", null, 1_250],
    ["12.5 EUR", "EUR", 1_250],
    ["12,50eur", null, 1_250],
    ["1250 JPY", "JPY", 1_250],
    ["1.25 KWD", "KWD", 1_250],
  ])("is read: %s, where the project counts in %s", (gift, currency, amount) => {
    expect(discountOf({ gift }, currency)).toMatchObject({ gift: { amount } });
  });

  it.each([
    ["12.50", "EUR", "12.50 is no amount: say 1250, in minor units, or 12.50 EUR"],
    ["0", null, "0 is no amount: say 1250, in minor units, or 12.50 EUR"],
    ["-5 EUR", "EUR", "-5 EUR is no amount of EUR"],
    ["0.00 EUR", "EUR", "0.00 EUR is no amount of EUR"],
    ["12.5 JPY", "JPY", "12.5 JPY is no amount of JPY"],
    ["1.2500 KWD", null, "1.2500 KWD is no amount of KWD"],
    ["12 EUR", "JPY", "12 EUR is not in JPY, in which the project counts"],
    ["12 XQX", null, "XQX is no currency: say EUR, for example"],
  ])("is refused: %s, where the project counts in %s", (amount, currency, message) => {
    expect(() => discountOf({ amount }, currency)).toThrow(message);
  });
});
