import { expect, it } from "vitest";
import { newProject } from "../support/api";
import { campaign } from "../support/campaigns";
import { failure } from "../support/failure";
import { redeem, voucher } from "../support/redeeming";

it.each([
  "/v1/campaigns/{id}/summary?start_date=&end_date=",
  "/v1/products?filters=",
  "/v1/vouchers?limit=&page=&order=&campaign=",
  "/v1/customers?starting_after=&email=",
  "/v1/redemptions?result=&customer=",
])("an empty value counts as not sent: %s", async (path) => {
  const project = await newProject();
  const id = await campaign(project, "Spring");
  const { status, body } = await project.get(path.replace("{id}", id));
  expect(status, JSON.stringify(body)).toBe(200);
});

it("within a filter it stays, since a filter that is dropped finds everything", async () => {
  const project = await newProject();
  await voucher(project, "CODE");
  const reply = await project.get("/v1/vouchers?filters[colour][conditions][$is]=");
  failure(reply, 400, "invalid_query_params");
  const { body } = await project.get("/v1/vouchers?filters[code][conditions][$is][0]=");
  expect(body.vouchers ?? []).toEqual([]);
});

it("reads a result in any letter case", async () => {
  const project = await newProject();
  await voucher(project, "CODE");
  await redeem(project, "CODE", { order: { amount: 1000 } });
  const totals = ["Success", "SUCCESS", "failure"].map(async (result) => {
    const { status, body } = await project.get(`/v1/redemptions?result=${result}`);
    return [status, body.total];
  });
  expect(await Promise.all(totals)).toEqual([
    [200, 1],
    [200, 1],
    [200, 0],
  ]);
  failure(await project.get("/v1/redemptions?result=Maybe"), 400, "invalid_query_params");
});
