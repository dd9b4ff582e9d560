import { useLocation } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { useAct } from "../../acts";
import { AskedButton } from "../../parts/asked";
import { letGo } from "../../parts/unsaved";
import { server } from "../../session";
import { targetOf } from "./assign";
import type { Rule } from "./editor";
import { useRuleText } from "./texts";

const MOST = 100;

async function assignmentsOf(id: string) {
  const params = { path: { validationRuleId: id }, query: { limit: MOST } };
  const call = server().GET("/v1/validation-rules/{validationRuleId}/assignments", { params });
  return (await answerOf(call)).data;
}

/** Deletes a rule; the way back makes it anew and assigns it again, as far as that is few calls. */
export function DeleteRule({ rule }: { rule: Rule }) {
  const t = useRuleText();
  const [, go] = useLocation();
  const { act, isBusy } = useAct();
  const { id, name, assignments_count: n } = rule;
  const isFinal = n > MOST;
  const remove = async () => {
    const assigned = await assignmentsOf(id);
    const run = async () => {
      const params = { path: { validationRuleId: id } };
      await answerOf(server().DELETE("/v1/validation-rules/{validationRuleId}", { params }));
      // Left before the list is asked again, so that nobody asks for the rule itself.
      letGo();
      go("/rules");
    };
    const undo = async () => {
      const { bundle_rules, error, rules, applicable_to, type, context_type } = rule;
      const body = {
        ...{ name, rules, applicable_to, type, context_type },
        ...(bundle_rules && { bundle_rules }),
        ...(error && { error }),
      };
      const made = await answerOf(server().POST("/v1/validation-rules", { body }));
      const params = { path: { validationRuleId: made.id } };
      await Promise.all(
        assigned.map((each) =>
          answerOf(
            server().POST("/v1/validation-rules/{validationRuleId}/assignments", {
              params,
              body: targetOf(each.related_object_type, each.related_object_id),
            }),
          ),
        ),
      );
    };
    const done = t(isFinal ? "deleted" : "deleted.anew", { name });
    await act({ run, ...(!isFinal && { undo }), done, refresh: ["rules"] });
  };
  return (
    <AskedButton
      deed={t("delete")}
      title={t("delete.title", { name })}
      text={t(isFinal ? "delete.final" : "delete.text", { n })}
      {...(isFinal && { typed: name })}
      isBusy={isBusy}
      onConfirm={remove}
    />
  );
}
