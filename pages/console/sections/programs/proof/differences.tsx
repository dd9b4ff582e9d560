import { language } from "../../../../shared/language";
import { Table } from "../../../parts/table";
import { CardLink } from "../card-link";
import type { ProofView } from "./proof";
import { useProofText } from "./texts";

type Difference = ProofView["differences"]["cards"][number];

interface DifferencesProps {
  programId: string;
  cards: readonly Difference[];
}

/** The cards whose sums are not the same, each sum beside the others. */
export function Differences({ programId, cards }: DifferencesProps) {
  const t = useProofText();
  const spoken = language.use();
  const sum = (name: "entries" | "last" | "buckets" | "balance", head: string) => ({
    name,
    head,
    isNumber: true,
    cell: (card: Difference) => {
      const value = name === "last" ? card.last_balance : card[name];
      if (value === null) return "–";
      const text = value.toLocaleString(spoken);
      return value === card.entries ? text : <strong class="bad">{text}</strong>;
    },
  });
  return (
    <section class="card flush">
      <h3 class="tools">{t("differences")}</h3>
      <Table
        label={t("differences")}
        rows={cards}
        keyOf={({ voucher_id }) => voucher_id}
        columns={[
          {
            name: "card",
            head: t("card"),
            cell: ({ voucher_id }) => <CardLink programId={programId} id={voucher_id} />,
          },
          sum("entries", t("kind")),
          sum("last", t("last")),
          sum("buckets", t("buckets")),
          sum("balance", t("balance")),
        ]}
      />
    </section>
  );
}
