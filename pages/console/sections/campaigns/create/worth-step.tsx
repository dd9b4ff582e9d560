import { TextField } from "../../../../shared/parts/field";
import { DiscountFields } from "../../../parts/discount-fields";
import { fieldAmount } from "../../../parts/field-texts";
import { useProject } from "../../../session";
import { ExpiryFields } from "../expiry/fields";
import { ReferralFields } from "../referral/fields";
import type { StepProps } from "./new-campaign";
import { hasDiscount, problemsIn } from "./steps";
import { useCreateText } from "./texts";

/** A path within the discount, whatever it is the discount of. */
const WITHIN = /^.*?discount\./;

/** What a code, a card or the first tier is worth. */
export function WorthStep(props: StepProps & { isMade?: boolean }) {
  const { draft, set, isTried, wrong, isMade = false } = props;
  const t = useCreateText();
  const { currency } = useProject();
  const sample = fieldAmount(1250, currency);
  const problems = isTried ? problemsIn("worth", draft, currency) : [];
  const errorOf = (field: "gift" | "points" | "tier") => {
    if (problems.includes(field)) return t(`wrong.${field}`, { sample });
    return wrong?.field === field ? wrong.text : undefined;
  };
  const { kind, discount, tier, gift, points, expiry, referral } = draft;
  return (
    <>
      {kind === "GIFT_VOUCHERS" && (
        <TextField
          label={t("gift")}
          hint={t("gift.hint", { currency, sample })}
          error={errorOf("gift")}
          inputMode="decimal"
          value={gift}
          onText={(text) => set({ gift: text })}
        />
      )}
      {kind === "LOYALTY_PROGRAM" && (
        <>
          <TextField
            label={t("points")}
            hint={t("points.hint")}
            error={errorOf("points")}
            inputMode="numeric"
            value={points}
            onText={(text) => set({ points: text })}
          />
          <ExpiryFields
            draft={expiry}
            onDraft={(next) => set({ expiry: next })}
            isTried={isTried}
            wrong={wrong?.field === "expiry" ? wrong : null}
          />
        </>
      )}
      {kind === "PROMOTION" && (
        <TextField
          label={t("tier")}
          hint={t("tier.hint")}
          error={errorOf("tier")}
          value={tier}
          onText={(text) => set({ tier: text })}
        />
      )}
      {kind === "REFERRAL_PROGRAM" && <p class="soft">{t("referral")}</p>}
      {hasDiscount(kind) && (
        <DiscountFields
          draft={discount}
          onDraft={(next) => set({ discount: next })}
          isTried={isTried}
          isTypeKept={isMade}
          wrong={
            wrong?.field === "discount" ? { ...wrong, path: wrong.path.replace(WITHIN, "") } : null
          }
        />
      )}
      {kind === "REFERRAL_PROGRAM" && (
        <ReferralFields
          draft={referral}
          onDraft={(next) => set({ referral: next })}
          isTried={isTried}
          wrong={wrong}
        />
      )}
    </>
  );
}
