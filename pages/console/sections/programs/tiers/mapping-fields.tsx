import { type UseQueryResult, useQuery } from "@tanstack/preact-query";
import { answerOf } from "../../../../../clients/typescript/src";
import { SelectField, TextField } from "../../../../shared/parts/field";
import { Loaded } from "../../../parts/one";
import { server } from "../../../session";
import { useRuleWords } from "../earning/words";
import { rewardsOf } from "../rewards/load";
import { isWrong, type MappingDrafts, UNCHANGED } from "./mapping";
import { useTierText } from "./texts";

const TYPES = ["", "MULTIPLY", "CUSTOM"] as const;
/** A program has no more rules, and a page of rewards is no longer. */
const MOST = 100;

interface ChangesProps {
  programId: string;
  drafts: MappingDrafts;
  isTried: boolean;
  onDrafts: (drafts: MappingDrafts) => void;
}

/** How each earning rule of the program gives for members of a tier. */
export function EarningChanges({ programId, ...props }: ChangesProps) {
  const t = useTierText();
  const words = useRuleWords();
  const query = useQuery({
    queryKey: [`earning of ${programId}`, "all"],
    queryFn: async () => {
      const params = { path: { campaignId: programId }, query: { limit: MOST } };
      const call = server().GET("/v1/loyalties/{campaignId}/earning-rules", { params });
      const { data } = await answerOf(call);
      return data.map((rule) => ({ id: rule.id, name: rule.source.banner ?? words(rule) }));
    },
  });
  return (
    <Changes {...props} legend={t("form.earning")} none={t("form.earning.none")} query={query} />
  );
}

/** What each reward of the program costs members of a tier; points as money have no price. */
export function PriceChanges({ programId, ...props }: ChangesProps) {
  const t = useTierText();
  const query = useQuery({
    queryKey: [`rewards of ${programId}`, "all"],
    queryFn: async () => {
      const { rows } = await rewardsOf(programId, 1, MOST);
      return rows.flatMap(({ assignment, reward }) =>
        reward.type === "COIN" ? [] : [{ id: assignment.id, name: reward.name }],
      );
    },
  });
  return (
    <Changes {...props} legend={t("form.rewards")} none={t("form.rewards.none")} query={query} />
  );
}

interface AllProps extends Omit<ChangesProps, "programId"> {
  legend: string;
  /** Said where there is nothing to change. */
  none: string;
  query: UseQueryResult<{ id: string; name: string }[]>;
}

function Changes({ legend, none, query, drafts, isTried, onDrafts }: AllProps) {
  const t = useTierText();
  return (
    <fieldset class="choices part">
      <legend>{legend}</legend>
      <Loaded query={query} lines={2}>
        {(entries) => (
          <>
            {entries.length === 0 && <p class="soft small">{none}</p>}
            {entries.map(({ id, name }) => {
              const draft = drafts[id] ?? UNCHANGED;
              const set = (change: Partial<typeof draft>) =>
                onDrafts({ ...drafts, [id]: { ...draft, ...change } });
              return (
                <div key={id} class="fields">
                  <SelectField
                    label={name}
                    value={draft.type}
                    choices={TYPES.map((type) => [type, t(`mapping.${type}`)] as const)}
                    onValue={(value) =>
                      set({ type: TYPES.find((type) => type === value) ?? "", value: "" })
                    }
                  />
                  {draft.type !== "" && (
                    <TextField
                      label={t(`mapping.${draft.type}.value`)}
                      aria-label={t("mapping.of", { name })}
                      error={
                        isTried && isWrong(draft) ? t(`mapping.${draft.type}.wrong`) : undefined
                      }
                      inputMode="decimal"
                      value={draft.value}
                      onText={(value) => set({ value })}
                    />
                  )}
                </div>
              );
            })}
          </>
        )}
      </Loaded>
    </fieldset>
  );
}
