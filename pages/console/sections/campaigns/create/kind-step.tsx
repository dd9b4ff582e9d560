import { CreditCard, HeartHandshake, Percent, Sparkles, Star } from "lucide-preact";
import { TextField } from "../../../../shared/parts/field";
import { ChoiceCards } from "../../../parts/choice-cards";
import { KINDS } from "../facts";
import { useCampaignText } from "../texts";
import type { StepProps } from "./new-campaign";
import { problemsIn } from "./steps";
import { useCreateText } from "./texts";

const ICONS = {
  DISCOUNT_COUPONS: Percent,
  GIFT_VOUCHERS: CreditCard,
  PROMOTION: Sparkles,
  LOYALTY_PROGRAM: Star,
  REFERRAL_PROGRAM: HeartHandshake,
};

/** What kind of campaign it is, and what it is called. */
export function KindStep(props: StepProps) {
  const t = useCreateText();
  const c = useCampaignText();
  const { draft, set } = props;
  return (
    <>
      <ChoiceCards
        label={t("kind")}
        value={draft.kind}
        choices={KINDS.map((kind) => {
          const Icon = ICONS[kind];
          const title = (
            <>
              <Icon size={16} aria-hidden="true" />
              {c(`kind.${kind}`)}
            </>
          );
          return { value: kind, title, text: t(`kind.${kind}.text`) };
        })}
        onValue={(kind) => set({ kind })}
      />
      <NameFields {...props} />
    </>
  );
}

/** What it is called, and what it is for. */
export function NameFields({ draft, set, isTried, wrong }: StepProps) {
  const t = useCreateText();
  const isNameless = isTried && problemsIn("kind", draft, "EUR").includes("name");
  return (
    <div class="fields">
      <TextField
        label={t("name")}
        hint={t("name.hint")}
        error={isNameless ? t("wrong.name") : wrong?.field === "name" ? wrong.text : undefined}
        value={draft.name}
        onText={(text) => set({ name: text })}
      />
      <TextField
        label={t("description")}
        error={wrong?.field === "description" ? wrong.text : undefined}
        value={draft.description}
        onText={(description) => set({ description })}
      />
    </div>
  );
}
