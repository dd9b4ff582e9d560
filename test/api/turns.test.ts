import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { app } from "../../src/app";
import { noteBatch } from "../../src/db/pressure";
import { newProject, type TestProject } from "../support/api";
import { DEAF_QUEUES, pausing } from "../support/faults";
import { homeDb, homeName, liveIn } from "../support/places";

// Nobody else asks it meanwhile.
liveIn("DB_2");

afterEach(() => {
  vi.useRealTimers();
});

const aMoment = () => scheduler.wait(60);

const lookUp = (project: TestProject) =>
  new Request("http://vouchsafe.test/v1/vouchers?limit=1", { headers: project.server });

/** Sends a request that waits for `before` at the database; so many go at a time beside others. */
async function ask(
  project: TestProject,
  before = async () => {},
  { request = lookUp(project), share = "1" } = {},
) {
  const bindings = {
    ...env,
    ...DEAF_QUEUES,
    [homeName()]: pausing(homeDb(), { before }, { count: 0 }),
    REQUESTS_BESIDE_OTHERS: share,
  };
  const context = createExecutionContext();
  const reply = await app.fetch(request, bindings, context);
  const told = { status: reply.status, headers: reply.headers, body: await reply.json() };
  await waitOnExecutionContext(context);
  return told;
}

/** A look-up that stays at the database until it is let go. */
function held(project: TestProject, share?: string) {
  let isHeld = true;
  const before = async () => {
    while (isHeld) await scheduler.wait(2);
  };
  const answer = ask(project, before, { ...(share !== undefined && { share }) });
  const letGo = () => {
    isHeld = false;
    return answer;
  };
  return { letGo };
}

const voucher = { type: "DISCOUNT_VOUCHER", discount: { type: "PERCENT", percent_off: 10 } };

/** Bodies that come slowly, each to a route that reads it in its own way. */
const SLOW = [
  ["/v1/vouchers/SLOW", "application/json", JSON.stringify(voucher), 200],
  ["/v1/vouchers/importCSV", "text/csv", "Code,Voucher Type\n", 400],
] as const;

/** A request whose body ends when it is let go. */
function slow(
  project: TestProject,
  { path, type, text }: Record<"path" | "type" | "text", string>,
) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const headers = { ...project.server, "content-type": type };
  const request = new Request(`http://vouchsafe.test${path}`, {
    method: "POST",
    headers,
    body: readable,
  });
  const answer = ask(project, async () => {}, { request });
  const letGo = async () => {
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
    return answer;
  };
  return { letGo };
}

/** Sends one, and says whether it was answered. */
function sent(project: TestProject, share?: string) {
  const state = { isAnswered: false };
  const answer = ask(project, undefined, { ...(share !== undefined && { share }) }).finally(() => {
    state.isAnswered = true;
  });
  return { state, answer };
}

describe("requests of one project beside those of others", () => {
  it("go so many at a time, and keep none of the others waiting", async () => {
    const [busy, other] = [await newProject(), await newProject()];
    for (const each of [busy, other]) expect((await ask(each)).status).toBe(200);
    const first = held(busy);
    await aMoment();
    const second = sent(busy);
    await aMoment();
    expect((await ask(other)).status).toBe(200);
    expect(second.state.isAnswered).toBe(false);
    expect((await first.letGo()).status).toBe(200);
    expect((await second.answer).status).toBe(200);
  });

  it.each(SLOW)("have no turn while they are sent: %s", async (path, type, text, status) => {
    const [busy, other] = [await newProject(), await newProject()];
    for (const each of [busy, other]) await ask(each);
    const first = slow(busy, { path, type, text });
    await aMoment();
    const second = sent(busy);
    await aMoment();
    expect(second.state.isAnswered).toBe(true);
    expect((await first.letGo()).status).toBe(status);
  });

  it("go all at once where no other has asked for a second", async () => {
    const [busy, other] = [await newProject(), await newProject()];
    for (const each of [busy, other]) await ask(each);
    const first = held(busy);
    await aMoment();
    const second = sent(busy);
    await aMoment();
    expect(second.state.isAnswered).toBe(false);
    await scheduler.wait(1_000);
    expect(second.state.isAnswered).toBe(true);
    expect((await ask(busy)).status).toBe(200);
    await first.letGo();
  });

  it("go a quarter as many at a time where the database works most for it and lets all wait", async () => {
    const [busy, other] = [await newProject(), await newProject()];
    for (const each of [busy, other]) await ask(each);
    const note = (took: number, project?: string, ran = 0) =>
      noteBatch({ place: homeName(), project }, { took, ran, isRequest: false });
    const allWait = (ms: number) => {
      for (let at = 0; at < 60; at++) note(ms);
    };
    note(5_000, busy.id, 5_000);
    allWait(0);
    const first = held(busy, "4");
    await ask(other);
    expect((await ask(busy, undefined, { share: "4" })).status).toBe(200);
    await ask(other);
    allWait(3_000);
    const waiting = sent(busy, "4");
    expect((await ask(other, undefined, { share: "4" })).status).toBe(200);
    await aMoment();
    expect(waiting.state.isAnswered).toBe(false);
    allWait(0);
    expect((await waiting.answer).status).toBe(200);
    await first.letGo();
  });

  it("are refused where they have waited for five seconds", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const [busy, other] = [await newProject(), await newProject()];
    for (const each of [busy, other]) await ask(each);
    const first = held(busy);
    await aMoment();
    const second = sent(busy);
    for (let at = 0; at < 6; at++) {
      await aMoment();
      expect(second.state.isAnswered).toBe(false);
      vi.setSystemTime(Date.now() + 900);
      await ask(other);
    }
    const { status, headers, body } = await second.answer;
    expect(status).toBe(429);
    expect(headers.get("retry-after")).toBe("1");
    expect(body).toMatchObject({
      key: "too_many_requests",
      details: "Others ask the database too: of one project so many requests go at a time: 1",
    });
    expect((await first.letGo()).status).toBe(200);
  });
});
