import { newProject, type TestProject } from "./api";
import { made } from "./deciding";
import { voucher } from "./redeeming";

type Sent = Record<string, unknown>;

export type Shop = { project: TestProject } & Record<"shirt" | "mug" | "pen" | "vase", string>;

/** Shirts of 10.00, mugs of 5.00, pens of 2.00 and vases of 7.00, all priced by the catalogue. */
export async function shop(): Promise<Shop> {
  const project = await newProject();
  const product = async (source_id: string, price: number, metadata = {}): Promise<string> =>
    (await made(project, "/v1/products", { source_id, name: source_id, price, metadata })).id;
  return {
    project,
    shirt: await product("shirt", 1000, { stuff: "cotton" }),
    mug: await product("mug", 500, { stuff: "clay" }),
    pen: await product("pen", 200),
    vase: await product("vase", 700, { stuff: "clay" }),
  };
}

/** 3 shirts, 2 mugs and a pen: 3000 + 1000 + 200 = 4200. */
export const cartOf = ({ shirt, mug, pen }: Omit<Shop, "project">) => [
  { product_id: shirt, quantity: 3 },
  { product_id: mug, quantity: 2 },
  { product_id: pen, quantity: 1 },
];

/** Makes a rule, and answers its id. */
export const ruled = async (project: TestProject, sent: Sent): Promise<string> =>
  (await made(project, "/v1/validation-rules", { name: "Rule", rules: {}, ...sent })).id;

/** Makes a voucher with a discount and one rule. */
export const coupon = async (
  project: TestProject,
  code: string,
  discount: Sent,
  rule: Sent = {},
): Promise<void> =>
  voucher(project, code, { discount, validation_rules: [await ruled(project, rule)] });

/** A collection by list or by filter, and its id. */
export const collected = async (project: TestProject, sent: Sent): Promise<string> =>
  (await made(project, "/v1/product-collections", { name: "Things", ...sent })).id;
