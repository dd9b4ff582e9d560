import { describe, expect, it } from "vitest";
import { catalogue } from "../../src/events/catalogue";
import { eventComplaints, SHAPED_KINDS } from "../support/event-shapes";

/** Nothing causes these here (behaviour.md, "Known gaps"). */
const NEVER = ["customer.reward_redemptions.pending", "distribution.manual_distribution_schedule"];

describe("payloads of events", () => {
  it("are told of every kind that the reference has a shape of", () => {
    const told = Object.entries(catalogue).flatMap(([kind, row]) => [
      kind.replace(/aded$/, "added"),
      "activity" in row ? row.activity : kind,
    ]);
    expect(SHAPED_KINDS).toHaveLength(72);
    expect(SHAPED_KINDS.filter((kind) => !told.includes(kind)).sort()).toEqual(NEVER);
  });

  it("are refused with a field too many, one of another type, and without one", () => {
    const customer = { id: "cust_1", object: "customer" };
    const complaints = (data: object) =>
      eventComplaints("customer.order.created", { referrer: null, ...data });
    expect(complaints({ customer, order: 1, more: 1 })).toEqual([
      "customer.order.created.order: Invalid input: expected object, received number",
      'customer.order.created.: Unrecognized key: "more"',
    ]);
    expect(complaints({ customer })).toEqual([
      "customer.order.created.order: Invalid input: expected object, received undefined",
    ]);
  });

  it("are refused with a field too many of an object within, but for what a shop may name", () => {
    const customer = { id: "cust_1", object: "customer", metadata: { any: 1 } };
    const complaints = (more: object) =>
      eventComplaints("customer.segment.entered", {
        customer: { ...customer, ...more },
        segment: { id: "seg_1", name: "VIP", object: "segment" },
      });
    expect(complaints({})).toEqual([]);
    expect(complaints({ secret: 1 })).toEqual([
      'customer.segment.entered.customer: Unrecognized key: "secret"',
    ]);
  });
});
