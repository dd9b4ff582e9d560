import { describe, expect, it } from "vitest";
import { Publication } from "../../src/model/publication";
import { costOf, eventKinds, newProject, parsed, rowsOf, send } from "../support/api";
import { expectSound } from "../support/invariants";
import { campaign, codes, codesOf, publish } from "../support/publishing";
import { voucher } from "../support/redeeming";

describe("a source id", () => {
  it("200: the same customer and campaign get the same publication again", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring");
    await codes(project, id, { prefix: "SPRING", to: 5 });
    const sent = { campaign: "Spring", source_id: "order-1", metadata: { a: 1 } };
    const first = await publish(project, "jane", sent);
    expect(parsed(Publication, first)).toMatchObject({ source_id: "order-1", tracking_id: "jane" });
    const events = await eventKinds(project.id);
    for (const again of [sent, { ...sent, campaign: { id }, metadata: { b: 2 } }]) {
      const reply = await publish(project, "jane", again);
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual(first.body);
      expect(costOf(reply).roundTrips).toBe(1);
    }
    const byVoucher = { voucher: first.body.voucher.code, source_id: "order-1" };
    expect((await publish(project, "jane", byVoucher)).body).toEqual(first.body);
    expect(await rowsOf("publications", project.id)).toHaveLength(1);
    expect(await eventKinds(project.id)).toEqual(events);
    await expectSound(project.id);
  });

  it("200: the codes are told as they are now, also when the campaign is used up", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring");
    await codes(project, id, { prefix: "SPRING", to: 1 });
    const sent = { campaign: "Spring", source_id: "order-1" };
    await publish(project, "jane", sent);
    await project.post("/v1/vouchers/SPRING-1/disable");
    const { body } = await publish(project, "jane", sent);
    expect(body.voucher).toMatchObject({ code: "SPRING-1", active: false });
  });

  it("400: for another customer, campaign or voucher it is refused and writes nothing", async () => {
    const project = await newProject();
    for (const name of ["Spring", "Autumn"]) {
      await codes(project, await campaign(project, name), { prefix: name, to: 5 });
    }
    await voucher(project, "ONE");
    await publish(project, "jane", { campaign: "Spring", source_id: "order-1" });
    const before = [await rowsOf("publications", project.id), await eventKinds(project.id)];
    const cases: [string, object][] = [
      ["john", { campaign: "Spring" }],
      ["jane", { campaign: "Autumn" }],
      ["jane", { voucher: "ONE" }],
    ];
    for (const [to, sent] of cases) {
      const reply = await publish(project, to, { ...sent, source_id: "order-1" });
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({
        key: "duplicate_source_id",
        details: "Publication with source_id: 'order-1' already exists",
      });
    }
    const nameless = { campaign: "Spring", source_id: "order-1", customer: { name: "New" } };
    expect((await project.post("/v1/publications", nameless)).body.key).toBe("duplicate_source_id");
    expect([await rowsOf("publications", project.id), await eventKinds(project.id)]).toEqual(
      before,
    );
  });

  it("200: after a failure it can be used again", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring");
    await project.post("/v1/customers", { source_id: "jane" });
    const sent = { campaign: "Spring", source_id: "order-1" };
    expect((await publish(project, "jane", sent)).status).toBe(400);
    await codes(project, id, { prefix: "SPRING", to: 1 });
    expect(codesOf(await publish(project, "jane", sent))).toEqual(["SPRING-1"]);
    await expectSound(project.id);
  });

  it("200: is its project's own", async () => {
    const [one, two] = [await newProject(), await newProject()];
    for (const project of [one, two]) {
      await codes(project, await campaign(project, "Spring"), { prefix: "SPRING", to: 1 });
      const reply = await publish(project, "jane", { campaign: "Spring", source_id: "order-1" });
      expect(codesOf(reply)).toEqual(["SPRING-1"]);
    }
  });
});

describe("join_once", () => {
  it("400: a campaign that is joined once refuses the second time, for each customer", async () => {
    const project = await newProject();
    const id = await campaign(project, "Once", { join_once: 1 });
    await codes(project, id, { prefix: "ONCE", to: 5 });
    const first = await publish(project, "jane", { campaign: "Once" });
    for (const sent of [{ campaign: "Once" }, { voucher: "ONCE-5" }, { voucher: "ONCE-4" }]) {
      const reply = await publish(project, "jane", sent);
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({
        key: "voucher_cannot_be_published",
        details: `Voucher cannot be published to customer '${first.body.customer_id}'. Customer already joined program.`,
      });
    }
    codesOf(await publish(project, "john", { campaign: "Once" }));
    expect(await rowsOf("redeemable_holders", project.id)).toHaveLength(2);
    await expectSound(project.id);
  });

  it("200: asked for, it answers the code that the customer has; in the query or the body", async () => {
    const project = await newProject();
    const id = await campaign(project, "Many");
    await codes(project, id, { prefix: "MANY", to: 5 });
    const sent = { campaign: "Many", customer: { source_id: "jane" } };
    const first = await project.post("/v1/publications?join_once=true", sent);
    const [code] = codesOf(first);
    for (const reply of [
      await project.post("/v1/publications?join_once=true", sent),
      await project.post("/v1/publications", { ...sent, join_once: true }),
      await project.post("/v1/publications?join_once=true", { ...sent, source_id: "new" }),
    ]) {
      expect(reply.body).toEqual(first.body);
    }
    const [other] = codesOf(await project.post("/v1/publications", sent));
    expect(other).not.toBe(code);
    const again = await project.post("/v1/publications?join_once=true", sent);
    expect(codesOf(again)).toEqual([code]);
    expect(await rowsOf("publications", project.id)).toHaveLength(2);
    await expectSound(project.id);
  });

  it("200: of a campaign that is joined once it answers too", async () => {
    const project = await newProject();
    const id = await campaign(project, "Once", { join_once: 1 });
    await codes(project, id, { prefix: "ONCE", to: 5 });
    const first = await publish(project, "jane", { campaign: "Once" });
    const again = await publish(project, "jane", { campaign: "Once", join_once: true });
    expect(again.body).toEqual(first.body);
  });
});

describe("GET /v1/publications/create", () => {
  const link = (query: string) =>
    `/v1/publications/create?${query.replaceAll("[", "%5B").replaceAll("]", "%5D")}`;

  it("200: publishes as the POST does, all in the query", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring");
    await codes(project, id, { prefix: "SPRING", to: 1 });
    const reply = await project.get(
      link(
        "customer[source_id]=jane&customer[name]=Jane&campaign[name]=Spring&campaign[count]=1&channel=mail&metadata[a]=1&source_id=link-1",
      ),
    );
    expect(parsed(Publication, reply)).toMatchObject({
      channel: "mail",
      metadata: { a: "1" },
      source_id: "link-1",
      customer: { source_id: "jane", name: "Jane" },
      voucher: { code: "SPRING-1" },
    });
    await expectSound(project.id);
  });

  it("200: a voucher goes before a campaign; a campaign can be text; join_once answers again", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring");
    await codes(project, id, { prefix: "SPRING", to: 3 });
    await voucher(project, "ONE");
    const one = await project.get(link("customer[source_id]=jane&campaign=Spring&voucher=ONE"));
    expect(codesOf(one)).toEqual(["ONE"]);
    const path = link("customer[source_id]=jane&campaign=Spring&join_once=true");
    const first = await project.get(path);
    expect((await project.get(path)).body).toEqual(first.body);
  });

  it("400: without a customer or a source, and for several codes", async () => {
    const project = await newProject();
    await campaign(project, "Spring", { type: "AUTO_UPDATE" });
    const cases = [
      ["campaign=Spring", "invalid_query_params"],
      ["customer[source_id]=jane", "missing_vouchers"],
      [
        "customer[source_id]=jane&campaign[name]=Spring&campaign[count]=2",
        "too_many_vouchers_requested",
      ],
      ["customer[source_id]=jane&campaign[name]=Spring&campaign[count]=x", "invalid_query_params"],
    ];
    for (const [query, key] of cases) {
      const reply = await project.get(link(query ?? ""));
      expect([reply.status, reply.body.key], query).toEqual([400, key]);
    }
    expect(await rowsOf("publications", project.id)).toEqual([]);
  });

  it("405: HEAD, by which mail scanners try links, publishes nothing", async () => {
    const project = await newProject();
    await voucher(project, "ONE");
    const path = link("customer[source_id]=jane&voucher=ONE");
    const reply = await send("HEAD", path, project.server);
    expect([reply.status, reply.headers.get("allow")]).toEqual([405, "GET"]);
    expect(await rowsOf("publications", project.id)).toEqual([]);
    expect(codesOf(await project.get(path))).toEqual(["ONE"]);
  });
});
