import { SelectField, TextField } from "../../../../shared/parts/field";
import { CampaignField } from "../../../parts/campaign-field";
import { fieldAmount } from "../../../parts/field-texts";
import { below, type Wrong } from "../../../parts/wrong";
import { useProject } from "../../../session";
import {
  GIVEN_OF,
  GIVES,
  type GivenDraft,
  problemsOfGiven,
  problemsOfReferral,
  type ReferralDraft,
} from "./draft";
import { useReferralText } from "./texts";

interface GivenFieldsProps {
  label: string;
  draft: GivenDraft;
  /** Whether nothing can be given. */
  isOptional?: boolean;
  isTried: boolean;
  /** What the service said, its path beginning at the reward. */
  wrong: Wrong | null;
  onDraft: (draft: GivenDraft) => void;
}

/** A code, credit or points for a referral, and of which campaign. */
export function GivenFields(props: GivenFieldsProps) {
  const { label, draft, isOptional = false, isTried, wrong, onDraft } = props;
  const t = useReferralText();
  const { currency } = useProject();
  const sample = fieldAmount(500, currency);
  const problems = isTried ? problemsOfGiven(draft, currency) : [];
  const errorOf = (problem: "campaign" | "amount", text: string, path: RegExp) => {
    if (problems.includes(problem)) return text;
    return wrong && path.test(wrong.path) ? wrong.text : undefined;
  };
  const isCredit = draft.type === "GIFT_VOUCHER";
  const set = (change: Partial<GivenDraft>) => onDraft({ ...draft, ...change });
  return (
    <div class="fields">
      <SelectField
        label={label}
        value={draft.type}
        choices={[...(isOptional ? ([""] as const) : []), ...GIVES].map(
          (type) => [type, t(`gives.${type}`)] as const,
        )}
        onValue={(value) =>
          onDraft({ type: GIVES.find((each) => each === value) ?? "", campaign: "", amount: "" })
        }
      />
      {draft.type !== "" && (
        <CampaignField
          key={draft.type}
          type={GIVEN_OF[draft.type]}
          label={t("campaign")}
          error={errorOf("campaign", t("campaign.wrong"), /^(type|related_object_parent)/)}
          value={draft.campaign}
          onCampaign={(campaign) => set({ campaign })}
        />
      )}
      {draft.type !== "" && draft.type !== "DISCOUNT_VOUCHER" && (
        <TextField
          label={t(isCredit ? "credit" : "points")}
          hint={isCredit ? t("credit.hint", { currency, sample }) : undefined}
          error={errorOf(
            "amount",
            t(isCredit ? "credit.wrong" : "points.wrong", { sample }),
            /^amount/,
          )}
          inputMode={isCredit ? "decimal" : "numeric"}
          value={draft.amount}
          onText={(amount) => set({ amount })}
        />
      )}
    </div>
  );
}

interface ReferralFieldsProps {
  draft: ReferralDraft;
  isTried: boolean;
  /** What the service said, its path beginning at the campaign. */
  wrong: Wrong | null;
  onDraft: (draft: ReferralDraft) => void;
}

/** By what a referral counts, and what the referee gets. */
export function ReferralFields({ draft, isTried, wrong, onDraft }: ReferralFieldsProps) {
  const t = useReferralText();
  const { currency } = useProject();
  const isNameless = isTried && problemsOfReferral(draft, currency).includes("event");
  const refused = below(wrong, "referral_program");
  const ofEvent = refused?.path.startsWith("custom_event") ? refused.text : undefined;
  return (
    <>
      <div class="fields">
        <SelectField
          label={t("converts")}
          value={draft.converts}
          choices={[
            ["redemption", t("converts.redemption")],
            ["custom_event", t("converts.custom_event")],
          ]}
          onValue={(value) =>
            onDraft({ ...draft, converts: value === "redemption" ? value : "custom_event" })
          }
        />
        {draft.converts === "custom_event" && (
          <TextField
            label={t("event")}
            error={isNameless ? t("event.wrong") : ofEvent}
            value={draft.event}
            onText={(event) => onDraft({ ...draft, event })}
          />
        )}
      </div>
      <GivenFields
        label={t("referee")}
        draft={draft.reward}
        isOptional
        isTried={isTried}
        wrong={below(refused, "referee_reward")}
        onDraft={(reward) => onDraft({ ...draft, reward })}
      />
    </>
  );
}
