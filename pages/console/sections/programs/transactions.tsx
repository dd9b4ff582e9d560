import { ArrowLeftRight } from "lucide-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { madeCondition, useDays } from "../../parts/days";
import { type Entry, useEntryColumns } from "../../parts/ledger";
import { More, partOf } from "../../parts/more";
import { filtered, orderBy } from "../../parts/query";
import { server } from "../../session";
import type { Campaign } from "../campaigns/facts";
import { CardLink } from "./card-link";
import { usePointsText } from "./points-texts";

const orderOf = orderBy(["created_at"], "-created_at");

interface Asked {
  after: string | null;
  order: string | null;
  asked: Record<string, string>;
}

async function load(campaignId: string, member: string | null, { after, order, asked }: Asked) {
  const { card } = asked;
  const query = {
    limit: 20,
    order: orderOf(order),
    ...(after !== null && { starting_after_id: after }),
    ...filtered({
      ...madeCondition(asked),
      ...(card && { voucher_id: { conditions: { $is: [card] } } }),
    }),
  };
  const call =
    member === null
      ? server().GET("/v1/loyalties/{campaignId}/transactions", {
          params: { path: { campaignId }, query },
        })
      : server().GET("/v1/loyalties/{campaignId}/members/{memberId}/transactions", {
          params: { path: { campaignId, memberId: member }, query },
        });
  return partOf(await answerOf(call));
}

interface TransactionListProps {
  programId: string;
  /** The code of one member; null for all of the program. */
  member: string | null;
}

/** What moved points, of a program or of one member. */
export function TransactionList({ programId, member }: TransactionListProps) {
  const t = usePointsText();
  const spoken = language.use();
  const days = useDays();
  const card = {
    name: "card",
    head: t("card"),
    cell: ({ voucher_id }: Entry) => <CardLink programId={programId} id={voucher_id} />,
  };
  const columns = useEntryColumns({
    moved: t("points"),
    write: (n) => n.toLocaleString(spoken),
    ...(member === null && { beside: [card] }),
  });
  return (
    <More
      load={(after, { order, filters }) =>
        load(programId, member, { after, order, asked: filters })
      }
      name={[`points of ${programId}`, "transactions", member]}
      label={t("transactions")}
      order="-created_at"
      filters={[...(member === null ? [{ name: "card", label: t("card.filter") }] : []), ...days]}
      keyOf={({ id }) => id}
      columns={columns}
      empty={{ icon: ArrowLeftRight, title: t("transactions.none") }}
    />
  );
}

/** What moved points on the cards of a program. */
export const Transactions = ({ program: { id } }: { program: Campaign }) => (
  <TransactionList programId={id} member={null} />
);
