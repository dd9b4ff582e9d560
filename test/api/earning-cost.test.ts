import { expect, it } from "vitest";
import { rowsOf, type TestProject } from "../support/api";
import { sendUnheard } from "../support/faults";
import { ADA, shop } from "../support/spending";
import { workOf } from "../support/work";

const ORDER = { path: "/v1/orders", body: { amount: 5000, status: "PAID", customer: ADA } };

/** What follows once ada has paid for so many orders, none of which anybody heard of before. */
async function following(project: TestProject, orders = 1) {
  await sendUnheard(project, Array(orders).fill(ORDER));
  return workOf(project);
}

const earning = [{ event: "order.paid", loyalty: { type: "FIXED", points: 3 } }];

it("a paid order of a member earns in one message of four batches", async () => {
  const { project, id } = await shop(1000);
  await project.post(`/v1/loyalties/${id}/earning-rules`, earning);
  // The first one of the day makes the rows of the day and the bucket.
  await following(project);
  const cost = await following(project);
  // The listeners with the next events; order, customer, rules, cards, tiers and goods in one; that
  // all stands, the award, the move, the bucket, the card, the ledger, the campaign's day, the tally
  // and the events; the listeners.
  const statements = 1 + 1 + 9 + 1;
  // The award and its index, the move, the bucket and its index, the card and its holder, the entry
  // of the ledger and three indexes, the campaign's day, the tally, three events, the last of which
  // finds them by the customer; the tally once more.
  const written = 2 + 1 + 2 + 2 + 4 + 1 + 1 + (3 + 1) + 1;
  expect(cost).toEqual({ messages: 1, batches: 4, statements, written });
  expect((await rowsOf("vouchers", project.id))[0]?.balance).toBe(1006);
});

it("its project without rules hears of it in two batches, and writes one row", async () => {
  const { project } = await shop(1000);
  await following(project);
  expect(await following(project, 3)).toEqual({
    messages: 1,
    batches: 2,
    statements: 2,
    written: 1,
  });
});
