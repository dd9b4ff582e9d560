import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { DatabaseSync } from "node:sqlite";
import { json } from "node:stream/consumers";
import { openPlaces } from "../../bench/mix/places";
import type { Param, RawRow, Statement } from "../../src/db/client";
import { present } from "../../src/lib/assert";

// Copies of a local server's places that stay behind, as read replicas do: each answers by a state
// that its place had before. They live in the process of the test and not in that of the server, as
// replicas live elsewhere: whoever is killed and comes back finds them as they were.

/** A batch that is read near the caller. */
export interface Asked {
  place: string;
  /** The bookmark that it is to see at least, or where it may be read. */
  from: string;
  statements: Statement[];
}

/** What the copy has of it; null where it is not as new as the bookmark. */
export interface Told {
  bookmark: string;
  results: RawRow[][];
}

/** How the simulator keeps the number of a place's last write, and what it makes of it. */
const WRITES = "SELECT CAST(value AS INTEGER) AS writes FROM _cf_METADATA WHERE key = 2";
const bookmarkOf = (writes: number): string =>
  `00000000-${writes.toString(16).padStart(8, "0")}-00000000-${"0".repeat(32)}`;

const writesIn = (database: DatabaseSync): number =>
  Number(database.prepare(WRITES).get()?.writes ?? 0);

const bound = (param: Param) => (typeof param === "boolean" ? Number(param) : param);

/** A place as one connection sees it all the time, beside one that sees what it is by now. */
class Copy {
  /** How often it has answered when its place had been written to since. */
  behind = 0;
  private writes = 0;

  constructor(
    private readonly stood: DatabaseSync,
    private readonly newest: DatabaseSync,
  ) {
    this.begin();
  }

  /** From here on it sees nothing that is written. */
  private begin(): void {
    this.stood.exec("BEGIN");
    this.writes = writesIn(this.stood);
  }

  /**
   * Answers by what its place was right behind the last read, null where that is older than the
   * bookmark; whoever reads next sees what has come by now.
   */
  read({ from, statements }: Asked): Told | null {
    const bookmark = bookmarkOf(this.writes);
    if (from !== "first-unconstrained" && from > bookmark) return null;
    const results = statements.map((each) => this.rowsOf(each));
    if (writesIn(this.newest) > this.writes) this.behind += 1;
    this.stood.exec("COMMIT");
    this.begin();
    return { bookmark, results };
  }

  private rowsOf = ({ sql, params }: Statement): RawRow[] =>
    this.stood.prepare(sql).all(...params.map(bound));

  close(): void {
    this.stood.close();
    this.newest.close();
  }
}

function copiesIn(state: string): Map<string, Copy> {
  const newest = openPlaces(state);
  return new Map(
    [...openPlaces(state)].map(([place, stood]) => {
      const beside = present(newest.get(place), "the same place, opened twice");
      return [place, new Copy(stood, beside)];
    }),
  );
}

/** What tests do with copies. */
export interface LaggingCopies {
  /** Where the worker of `near-worker.ts` finds them. */
  url: string;
  /** The places whose copies have answered while they were behind. */
  behind: () => string[];
  /** What they could not answer, which the service asks the primary instead. */
  failures: string[];
  close: () => void;
}

/** Keeps a copy of each place of the state in a folder, from the first read on. */
export async function keepCopies(state: string): Promise<LaggingCopies> {
  let copies: Map<string, Copy> | undefined;
  const failures: string[] = [];
  function answer(asked: Asked): [status: number, told: Told | null] {
    try {
      copies ??= copiesIn(state);
      return [200, present(copies.get(asked.place), "each place has a copy").read(asked)];
    } catch (error) {
      failures.push(String(error));
      return [500, null];
    }
  }
  const server = createServer((request, response) => {
    // Whoever was killed while it asked hears nothing.
    const asked = json(request).then(
      (sent) => answer(sent as Asked),
      () => null,
    );
    void asked.then((told) => {
      if (told) response.writeHead(told[0]).end(JSON.stringify(told[1]));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    behind: () => [...(copies ?? [])].flatMap(([place, { behind }]) => (behind > 0 ? [place] : [])),
    failures,
    close: () => {
      server.close();
      server.closeAllConnections();
      for (const copy of copies?.values() ?? []) copy.close();
    },
  };
}
