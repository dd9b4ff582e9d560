import { useQuery } from "@tanstack/preact-query";
import { SelectField, TextField } from "../../../../../shared/parts/field";
import { CampaignField } from "../../../../parts/campaign-field";
import { fieldAmount } from "../../../../parts/field-texts";
import { MetadataFields } from "../../../../parts/metadata-fields";
import { PickedField } from "../../../../parts/picked-field";
import { searchProducts, skusOf } from "../../../../parts/search";
import { useProject } from "../../../../session";
import { GIVES, type Problem, type RewardDraft } from "./draft";
import { useCatalogueText } from "./texts";

interface RewardFieldsProps {
  draft: RewardDraft;
  /** What is there keeps its type. */
  isMade: boolean;
  problems: readonly Problem[];
  /** What the service said of a field. */
  refused: (field: keyof RewardDraft) => string | undefined;
  set: (change: Partial<RewardDraft>) => void;
}

/** What a reward gives, how many there are, and how it is shown. */
export function RewardFields(props: RewardFieldsProps) {
  const t = useCatalogueText();
  const { draft, isMade, problems, refused, set } = props;
  return (
    <>
      <div class="fields">
        <SelectField
          label={t("gives")}
          value={draft.gives}
          choices={(isMade ? [draft.gives] : GIVES).map(
            (gives) => [gives, t(`gives.${gives}`)] as const,
          )}
          onValue={(value) =>
            set({
              gives: GIVES.find((each) => each === value) ?? draft.gives,
              campaign: "",
              balance: "",
            })
          }
        />
        <TextField
          label={t("name")}
          hint={isMade ? undefined : t("name.hint")}
          error={refused("name")}
          value={draft.name}
          onText={(name) => set({ name })}
        />
      </div>
      <Given {...props} />
      <div class="fields">
        {draft.gives !== "COIN" && (
          <TextField
            label={t("stock")}
            hint={t("stock.hint")}
            error={problems.includes("stock") ? t("wrong.stock") : refused("stock")}
            inputMode="numeric"
            value={draft.stock}
            onText={(stock) => set({ stock })}
          />
        )}
        <TextField
          label={t("image")}
          error={refused("image")}
          inputMode="url"
          value={draft.image}
          onText={(image) => set({ image })}
        />
      </div>
      <TextField
        label={t("description")}
        error={refused("description")}
        value={draft.description}
        onText={(description) => set({ description })}
      />
      <MetadataFields
        rows={draft.metadata}
        error={refused("metadata")}
        onRows={(metadata) => set({ metadata })}
      />
    </>
  );
}

/** The fields of what it gives. */
function Given({ draft, problems, refused, set }: RewardFieldsProps) {
  const t = useCatalogueText();
  const { currency } = useProject();
  const sample = fieldAmount(1000, currency);
  const { gives } = draft;
  const errorOf = (field: Problem) =>
    problems.includes(field) ? t(`wrong.${field}`) : refused(field);
  if (gives === "PRODUCT") return <ProductFields draft={draft} errorOf={errorOf} set={set} />;
  if (gives === "COIN") {
    return (
      <div class="fields">
        <TextField
          label={t("points")}
          error={errorOf("points")}
          inputMode="numeric"
          value={draft.points}
          onText={(points) => set({ points })}
        />
        <TextField
          label={t("pays")}
          hint={t("pays.hint", { currency })}
          error={errorOf("pays")}
          inputMode="decimal"
          value={draft.pays}
          onText={(pays) => set({ pays })}
        />
      </div>
    );
  }
  const isCredit = gives === "GIFT_VOUCHERS";
  return (
    <div class="fields">
      <CampaignField
        key={gives}
        label={t("campaign")}
        type={gives}
        error={errorOf("campaign")}
        value={draft.campaign}
        onCampaign={(campaign) => set({ campaign })}
      />
      {gives !== "DISCOUNT_COUPONS" && (
        <TextField
          label={t(isCredit ? "credit" : "balance")}
          hint={isCredit ? t("credit.hint", { currency, sample }) : undefined}
          error={
            isCredit && problems.includes("balance")
              ? t("wrong.credit", { sample })
              : errorOf("balance")
          }
          inputMode={isCredit ? "decimal" : "numeric"}
          value={draft.balance}
          onText={(balance) => set({ balance })}
        />
      )}
    </div>
  );
}

interface ProductFieldsProps extends Pick<RewardFieldsProps, "draft" | "set"> {
  errorOf: (field: Problem) => string | undefined;
}

function ProductFields({ draft, errorOf, set }: ProductFieldsProps) {
  const t = useCatalogueText();
  const { product, sku } = draft;
  const { data: skus = [] } = useQuery({
    queryKey: ["skus", product],
    queryFn: () => skusOf(product),
    enabled: product !== "",
  });
  return (
    <div class="fields">
      <PickedField
        name="products"
        label={t("product")}
        error={errorOf("product")}
        value={product}
        search={searchProducts}
        onValue={(id) => set({ product: id, sku: "" })}
      />
      {(skus.length > 0 || sku !== "") && (
        <SelectField
          label={t("sku")}
          value={sku}
          choices={[
            ["", t("sku.none")],
            ...skus.map((each) => [each.id, each.sku ?? each.source_id ?? each.id] as const),
          ]}
          onValue={(next) => set({ sku: next })}
        />
      )}
    </div>
  );
}
