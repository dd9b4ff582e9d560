import { describe, expect, expectTypeOf, it } from "vitest";
import { catalogue, type EventKind } from "../../src/events/catalogue";
import type { Heard } from "../../src/events/listeners";
import type { DomainEvent } from "../../src/events/outbox";
import type { Customer } from "../../src/model/customer";
import type { Order } from "../../src/model/order";
import { ACTIVITY_KINDS } from "../../src/resources/events/activity-kinds";

interface Of<K, D> {
  kind: K;
  entity_id: string;
  data: D;
}

describe("an event", () => {
  it("carries what its kind says, and the compiler sees to it", () => {
    expectTypeOf<Of<"customer.created", { customer: Customer }>>().toExtend<DomainEvent>();
    expectTypeOf<Of<"customer.created", { order: Order }>>().not.toExtend<DomainEvent>();
    expectTypeOf<Of<"customer.made", { customer: Customer }>>().not.toExtend<DomainEvent>();
    expectTypeOf<
      Of<"campaign.vouchers.aded", { campaign: { id: string }; count: string }>
    >().not.toExtend<DomainEvent>();
  });

  it("is heard as what its kind carries", () => {
    expectTypeOf<Heard<"customer.order.paid">["data"]["order"]>().toEqualTypeOf<Order>();
  });

  it("stands in activities under one name of its own", () => {
    const kinds = Object.keys(catalogue);
    expect(new Set(ACTIVITY_KINDS.values()).size).toBe(ACTIVITY_KINDS.size);
    expect([...ACTIVITY_KINDS.values()].filter((kind: EventKind) => !kinds.includes(kind))).toEqual(
      [],
    );
    expect(ACTIVITY_KINDS.size).toBe(42);
  });
});
