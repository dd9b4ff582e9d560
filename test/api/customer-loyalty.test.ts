import { describe, expect, it } from "vitest";
import { Customer } from "../../src/model/customer";
import { costOf, parsed } from "../support/api";
import { expectSound, program } from "../support/loyalty";

describe("what a customer has in loyalty programs", () => {
  it("is told with each program, and summed up", async () => {
    const { project, id, cards } = await program(["ada"]);
    await project.post(`/v1/loyalties/members/${cards.ada}/balance`, { points: 70 });
    const second = await project.post("/v1/loyalties", {
      name: "Second",
      voucher: { loyalty_card: { points: 5 } },
    });
    await project.post(`/v1/loyalties/${second.body.id}/members`, {
      customer: { source_id: "ada" },
    });
    await project.post("/v1/vouchers/GIFT", { gift: { amount: 1000 } });
    await project.post("/v1/publications", { voucher: "GIFT", customer: { source_id: "ada" } });
    const reply = await project.get("/v1/customers/ada");
    const { loyalty, summary } = parsed(Customer, reply);
    expect(loyalty).toEqual({
      points: 75,
      referred_customers: 0,
      campaigns: {
        Points: { points: 70, referred_customers: 0 },
        Second: { points: 5, referred_customers: 0 },
      },
    });
    expect(summary.redemptions.loyalty_card).toEqual({ redeemed_points: 0, points_to_go: 75 });
    expect(summary.redemptions.gift).toEqual({ redeemed_amount: 0, amount_to_go: 1000 });
    expect(costOf(reply).roundTrips).toBe(2);
    const listed = (await project.get("/v1/customers")).body.customers[0];
    expect(listed.loyalty).toEqual(loyalty);
    const changed = await project.put("/v1/customers/ada", { name: "Ada" });
    expect(changed.body.loyalty).toEqual(loyalty);
    await project.delete(`/v1/vouchers/${cards.ada}`);
    expect((await project.get("/v1/customers/ada")).body.loyalty.points).toBe(5);
    expect(id).toBeDefined();
    await expectSound(project);
  });

  it("of nobody costs nothing more", async () => {
    const { project } = await program([]);
    await project.post("/v1/customers", { source_id: "bob" });
    const reply = await project.get("/v1/customers/bob");
    expect(parsed(Customer, reply).loyalty).toEqual({
      points: 0,
      referred_customers: 0,
      campaigns: {},
    });
    expect(costOf(reply).roundTrips).toBe(1);
  });

  it("is what segments are made of", async () => {
    const { project, cards } = await program(["ada", "bob"]);
    await project.post(`/v1/loyalties/members/${cards.ada}/balance`, { points: 70 });
    await project.post("/v1/segments", {
      name: "Rich",
      type: "auto-update",
      filter: { junction: "and", "loyalty.points": { conditions: { $more_than: [50] } } },
    });
    const { id } = (await project.get("/v1/loyalties/Points")).body;
    const one = { [`loyalty_points.${id}`]: { conditions: { $less_than: [50] } } };
    await project.post("/v1/segments", { name: "Poor here", type: "auto-update", filter: one });
    const none = { "loyalty_points.camp_none": { conditions: { $more_than: [0] } } };
    await project.post("/v1/segments", { name: "Elsewhere", type: "auto-update", filter: none });
    const of = async (name: string) =>
      (await project.get(`/v1/customers/${name}/segments`)).body.data.map(
        (each: { name: string }) => each.name,
      );
    expect(await of("ada")).toEqual(["Rich"]);
    expect(await of("bob")).toEqual(["Poor here"]);
  });
});
