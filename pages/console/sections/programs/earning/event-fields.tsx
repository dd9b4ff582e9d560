import { useQuery } from "@tanstack/preact-query";
import { answerOf } from "../../../../../clients/typescript/src";
import { SelectField, TextField } from "../../../../shared/parts/field";
import { PickedField } from "../../../parts/picked-field";
import { searchSegments } from "../../../parts/search";
import { server } from "../../../session";
import { ANY_TIER, EVENTS, TIER_CHANGES } from "./draft";
import type { RuleFieldsProps } from "./fields";
import { useEarningText } from "./texts";

/** What gives points when it happens; of a rule that is there it is only told. */
export function EventFields(props: RuleFieldsProps) {
  const t = useEarningText();
  const { draft, isMade, problems, refused, set } = props;
  const { event, custom } = draft;
  const told = (name: (typeof EVENTS)[number]) =>
    isMade && name === "custom" ? t("on.event", { event: custom }) : t(`on.${name}`);
  return (
    <div class="fields">
      <SelectField
        label={t("form.event")}
        hint={isMade ? t("form.event.kept") : undefined}
        value={event}
        choices={(isMade ? [event] : EVENTS).map((each) => [each, told(each)] as const)}
        onValue={(value) => set({ event: EVENTS.find((each) => each === value) ?? event })}
      />
      {event === "customer.segment.entered" && !isMade && (
        <PickedField
          name="segments"
          label={t("form.segment")}
          search={searchSegments}
          value={draft.segment}
          error={problems.includes("segment") ? t("form.segment.choose") : refused("segment")}
          onValue={(segment) => set({ segment })}
        />
      )}
      {event === "custom" && !isMade && (
        <TextField
          label={t("form.custom")}
          hint={t("form.custom.hint")}
          error={problems.includes("custom") ? t("form.custom.hint") : refused("custom")}
          value={custom}
          onText={(text) => set({ custom: text })}
        />
      )}
      {event === "tier" && <TierFields {...props} />}
    </div>
  );
}

function TierFields({ programId, draft, isMade, set }: RuleFieldsProps) {
  const t = useEarningText();
  const { data } = useQuery({
    queryKey: [`tiers of ${programId}`, "picker"],
    queryFn: () => {
      const params = { path: { campaignId: programId }, query: { limit: 100 } };
      return answerOf(server().GET("/v1/loyalties/{campaignId}/tiers", { params }));
    },
  });
  const tiers = data?.data ?? [];
  const { tier, tierChange } = draft;
  const all = [[ANY_TIER, t("form.tier.any")], ...tiers.map(({ id, name }) => [id, name])] as const;
  return (
    <>
      <SelectField
        label={t("form.tier.change")}
        value={tierChange}
        choices={(isMade ? [tierChange] : TIER_CHANGES).map(
          (each) => [each, t(`tier.${each}`)] as const,
        )}
        onValue={(value) =>
          set({ tierChange: TIER_CHANGES.find((each) => each === value) ?? tierChange })
        }
      />
      <SelectField
        label={t("form.tier")}
        value={tier}
        choices={all
          .filter(([id]) => !isMade || id === tier)
          .map(([id = "", name = ""]) => [id, name] as const)}
        onValue={(value) => set({ tier: value })}
      />
    </>
  );
}
