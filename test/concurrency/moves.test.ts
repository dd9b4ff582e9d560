import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { forgetAudit } from "../../src/async/sweeps/forget-audit";
import { timeId } from "../../src/lib/id";
import { DEPLOYMENT, newProject, rowsOf, send } from "../support/api";
import { failure } from "../support/failure";
import { Crash } from "../support/faults";
import { expectSound } from "../support/invariants";
import {
  arriveAndLeave,
  begun,
  bound,
  endMoves,
  moveRow,
  readMove,
  rowsIn,
  seePlaces,
  stateIn,
  stepped,
  turn,
} from "../support/moving";
import { homes, liveIn, visitOf } from "../support/places";
import { redeem, voucher } from "../support/redeeming";

liveIn("DB");
beforeAll(seePlaces);
beforeEach(endMoves);

describe("a move whose step fails", () => {
  it("stands still since it went on last, and is free for the next worker", async () => {
    const project = await newProject();
    await begun(project);
    const since = "2026-01-01T00:00:00.000Z";
    await env.DB.prepare("UPDATE project_moves SET updated_at = ?2 WHERE project_id = ?1")
      .bind(project.id, since)
      .run();
    // The first of these batches take the move over.
    const before = (batch: number) => {
      if (batch === 5) throw new Crash("the step fails");
    };
    for (const _ of [1, 2]) {
      await expect(turn(project, bound({ before }))).rejects.toThrow("the step fails");
      expect(await moveRow(project)).toMatchObject({
        phase: "CLEARING",
        updated_at: since,
        leased_until: null,
      });
    }
  });
});

describe("a project that moves while it is used", () => {
  it("refuses only in the last step, and has then all that was done, once", async () => {
    const project = await newProject();
    await voucher(project, "CODE", { redemption: { quantity: null } });
    await project.post("/v1/vouchers", { code: "CARD", gift: { amount: 1_000_000 } });
    const keys = `/management/v1/projects/${project.id}/api-keys`;
    const keyed = () =>
      project.post(keys, { kind: "server", name: "Till" }, { "idempotency-key": "once" });
    const made = await keyed();
    await begun(project);
    let used = 0;
    const use = async () => {
      const reply = await redeem(project, "CARD", { order: { amount: 1000 } });
      if (reply.status === 200) {
        used += 1;
        return;
      }
      failure(reply, 503, "project_moving");
      expect((await moveRow(project))?.phase).toMatch(/SWITCHING|OPENING|LEAVING/);
    };
    for (let steps = 0; (await moveRow(project))?.status === "IN_PROGRESS"; steps++) {
      // It does not run after rows that come while it copies.
      expect(steps).toBeLessThan(100);
      await Promise.all([stepped(project), use(), use(), readMove(project)]);
    }
    expect(used).toBeGreaterThan(5);
    await use();
    expect(await arriveAndLeave(project)).toMatchObject({ status: "DONE", error: null });
    expect(homes.get(project.id)).toBe("DB_2");
    expect((await redeem(project, "CARD", { order: { amount: 1000 } })).status).toBe(200);
    used += 1;
    expect((await keyed()).body).toEqual(made.body);
    liveIn("DB_2");
    await expectSound(project.id);
    liveIn("DB");
    const card = (await project.get("/v1/vouchers/CARD")).body;
    expect(card.gift.balance).toBe(1_000_000 - 1000 * used);
    expect(card.redemption.redeemed_quantity).toBe(used);
    const rows = await rowsIn("DB_2", project);
    const sequences = rows.outbox?.map((row) => Object(row).sequence);
    expect(sequences).toEqual(sequences?.map((_, at) => at + 1));
    expect(rows.redemptions).toHaveLength(used);
    expect(await rowsIn("DB", project)).toEqual({});
    for (const place of ["DB", "DB_2"]) expect(await stateIn(place, project)).toBeUndefined();
    const late = env.DB.prepare(
      "INSERT INTO misses (project_id, bucket, minute, count) VALUES (?1, 'b', 1, 1)",
    );
    await expect(late.bind(project.id).run()).rejects.toThrow("project_moving");
  });
});

describe("an entry of the audit log whose time is over", () => {
  it("stays where it arrives until the move is over; then it goes", async () => {
    const project = await newProject();
    const at = Date.now() - 401 * 86_400_000;
    const entry = timeId("aud", at, (length) => new Uint8Array(length));
    await env.DB.prepare(
      `INSERT INTO audit_log (project_id, id, created_at, request_id, family, key_id, by_token,
          operation, status, fields)
        VALUES (?1, ?2, ?3, 'v-1', 'server', 'key', 0, 'POST /v1/x', 200, '[]')`,
    )
      .bind(project.id, entry, new Date(at).toISOString())
      .run();
    await begun(project);
    while ((await moveRow(project))?.phase !== "COMPARING") await stepped(project);
    /** The sweep of the new place comes to the project; answers whether the entry is left. */
    const isLeft = async () => {
      await env.DB_2.prepare("INSERT OR REPLACE INTO rounds (name, after) VALUES ('audit-log', ?1)")
        .bind(project.id.slice(0, -1))
        .run();
      await forgetAudit.run(visitOf("DB_2"));
      const row = env.DB_2.prepare("SELECT 1 FROM audit_log WHERE project_id = ?1 AND id = ?2");
      return (await row.bind(project.id, entry).first()) !== null;
    };
    expect(await isLeft()).toBe(true);
    expect(await arriveAndLeave(project)).toMatchObject({ status: "DONE", error: null });
    expect(await isLeft()).toBe(false);
  });
});

describe("a project that has moved", () => {
  it("gives a copy of its template to one that lives where it was, once", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const { body: campaign } = await project.post("/v1/campaigns", {
      name: "Summer",
      type: "AUTO_UPDATE",
      voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "PERCENT", percent_off: 10 } },
    });
    const templates = "/v1/templates/campaigns";
    const sent = { name: "Seasonal", campaign_id: campaign.id };
    const { body: template } = await project.post(templates, sent);
    await begun(project);
    expect(await arriveAndLeave(project)).toMatchObject({ status: "DONE" });
    const copy = (headers = {}) =>
      send(
        "POST",
        `/management/v1/projects/${project.id}/templates/campaigns/${template.id}/copy`,
        { ...DEPLOYMENT, ...headers },
        { destination_project_id: other.id },
      );
    const once = { "idempotency-key": "once" };
    const copied = await copy(once);
    expect(copied.status, JSON.stringify(copied.body)).toBe(200);
    expect((await project.delete(`${templates}/${template.id}`)).status).toBe(204);
    const repeated = await copy(once);
    expect([repeated.status, repeated.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(repeated.body).toEqual(copied.body);
    failure(await copy(), 404, "not_found");
    const there = await rowsOf("campaign_templates", other.id);
    expect(there.map(({ id }) => id)).toEqual([copied.body.id]);
    const keys = await rowsOf("idempotency_keys", other.id);
    expect(keys.map(({ key }) => key)).toEqual(["once"]);
    expect(await rowsOf("idempotency_keys", project.id)).toEqual([]);
  });
});
