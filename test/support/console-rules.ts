import { answerOf } from "../../clients/typescript/src";
import { back } from "./console";

export const ruleOf = async (id: string) => {
  const params = { path: { validationRuleId: id } };
  return answerOf(back.GET("/v1/validation-rules/{validationRuleId}", { params }));
};

export const product = (name: string, price: number) =>
  answerOf(back.POST("/v1/products", { body: { name, source_id: name.toLowerCase(), price } }));

/** Mostly all that a rule can be: boxes in boxes, lines that are chosen, and goods to reach. */
export async function ruleNamed(name: string) {
  const kettle = await product(`Kettle ${name}`, 3900);
  const body = {
    name,
    rules: {
      "1": { name: "order.amount", conditions: { $more_than_or_equal: [6000] } },
      "2": {
        name: "order.items.any",
        conditions: { $is: [{ object: "product", id: kettle.id }] },
        rules: { "1": { name: "order.items.quantity", conditions: { $more_than_or_equal: [2] } } },
        error: { message: "Two kettles, please" },
      },
      "3": { name: "customer.metadata", property: "level", conditions: { $is: ["gold", "iron"] } },
      logic: "1 and (2 or 3)",
    },
    error: { message: "From 60.00 on" },
    applicable_to: { included: [{ object: "product" as const, id: kettle.id }] },
  };
  return answerOf(back.POST("/v1/validation-rules", { body }));
}
