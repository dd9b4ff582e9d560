import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { ask, type Json } from "./ask";
import type { Driver } from "./drive";
import { usesOf } from "./plan";
import type { Shop } from "./shops";

const SCHEMA = `
  CREATE TABLE outbox (project_id TEXT, sequence INTEGER, kind TEXT, entity_id TEXT, told TEXT,
    PRIMARY KEY (project_id, sequence)) WITHOUT ROWID;
  CREATE INDEX outbox_entity ON outbox (project_id, entity_id);
  CREATE TABLE operations (project_id TEXT, at INTEGER, kind TEXT, state TEXT, uses INTEGER, path TEXT,
    PRIMARY KEY (project_id, kind, at)) WITHOUT ROWID;
  CREATE TABLE exported (project_id TEXT, kind TEXT, id TEXT)`;

interface Told extends Json {
  sequence: number;
  type: string;
  event: { entity_id: string };
  data: { event?: { metadata?: { at?: number } } };
}

/** What callers were told, in a database of its own: rows of the service are held against it. */
export class Evidence {
  private readonly database: DatabaseSync;

  constructor(path: string) {
    // A run that was ended while it gathered them begins anew.
    rmSync(path, { force: true });
    this.database = new DatabaseSync(path);
    this.database.exec(`PRAGMA synchronous = OFF; ${SCHEMA}`);
  }

  close = (): void => this.database.close();

  private within(work: () => void): void {
    this.database.exec("BEGIN");
    work();
    this.database.exec("COMMIT");
  }

  /** All events of a shop from the first one on, as its feed tells them. */
  async feed(url: string, { id, headers }: Shop): Promise<void> {
    const insert = this.database.prepare("INSERT INTO outbox VALUES (?, ?, ?, ?, ?)");
    for (let after = 0; ; ) {
      const page = await ask(`${url}/v1/event-feed?after=${after}&limit=100`, { headers });
      const { data, has_more } = page as { data: Told[]; has_more: boolean };
      this.within(() => {
        for (const { sequence, type, event, data: told } of data) {
          insert.run(id, sequence, type, event.entity_id, String(told.event?.metadata?.at ?? ""));
        }
      });
      after = data.at(-1)?.sequence ?? after;
      if (!has_more) return;
    }
  }

  /** What is known of each operation. */
  operations(driver: Driver): void {
    const insert = this.database.prepare("INSERT INTO operations VALUES (?, ?, ?, ?, ?, ?)");
    this.within(() => {
      for (let at = 0; at < driver.count; at++) {
        const kind = driver.plan.kindOf(at);
        const path = kind === "delete" ? driver.sentBy(at).path : "";
        insert.run(driver.shopOf(at).id, at, kind, driver.stateOf(at), usesOf(kind), path);
      }
    });
  }

  /** The first column of an export's lines. */
  exported(projectId: string, kind: string, csv: string): void {
    const insert = this.database.prepare("INSERT INTO exported VALUES (?, ?, ?)");
    const [, ...lines] = csv.trimEnd().split(/\r?\n/);
    this.within(() => {
      for (const line of lines) insert.run(projectId, kind, line);
    });
  }
}
