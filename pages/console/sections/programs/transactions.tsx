import { ArrowLeftRight } from "lucide-preact";
import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { moment } from "../../../shared/money";
import { madeCondition, useDays } from "../../parts/days";
import { More, partOf } from "../../parts/more";
import { server } from "../../session";
import type { Campaign } from "../campaigns/facts";
import { CardLink } from "./card-link";
import { usePointsText } from "./points-texts";

type Entry = Schemas["Transaction"];

const ORDERS = ["created_at", "-created_at"] as const;
const orderOf = (text: string | null) => ORDERS.find((order) => order === text) ?? "-created_at";

const numberIn = (value: object, name: string): number | null => {
  const found: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
  return typeof found === "number" ? found : null;
};

/** By how many points an entry moved the balance, and the balance that it left. */
function movedBy({ details: { balance } }: Entry) {
  if (typeof balance !== "object" || balance === null) return { points: null, after: null };
  return { points: numberIn(balance, "points"), after: numberIn(balance, "balance") };
}

interface Asked {
  after: string | null;
  order: string | null;
  asked: Record<string, string>;
}

async function load(campaignId: string, member: string | null, { after, order, asked }: Asked) {
  const { card } = asked;
  const filters = {
    ...madeCondition(asked),
    ...(card && { voucher_id: { conditions: { $is: [card] } } }),
  };
  const query = {
    limit: 20,
    order: orderOf(order),
    ...(after !== null && { starting_after_id: after }),
    ...(Object.keys(filters).length > 0 && { filters }),
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
  const signed = (n: number | null) =>
    n?.toLocaleString(spoken, { signDisplay: "exceptZero" }) ?? "";
  const card = {
    name: "card",
    head: t("card"),
    cell: ({ voucher_id }: Entry) => <CardLink programId={programId} id={voucher_id} />,
  };
  return (
    <div class="card flush">
      <More
        load={(after, { order, filters }) =>
          load(programId, member, { after, order, asked: filters })
        }
        name={[`points of ${programId}`, "transactions", member]}
        label={t("transactions")}
        order="-created_at"
        filters={[...(member === null ? [{ name: "card", label: t("card.filter") }] : []), ...days]}
        keyOf={({ id }) => id}
        columns={[
          {
            name: "when",
            head: t("when"),
            sort: "created_at",
            cell: ({ created_at }) => <span class="nowrap">{moment(created_at, spoken)}</span>,
          },
          { name: "what", head: t("what"), cell: ({ type }) => t(`type.${type}`) },
          ...(member === null ? [card] : []),
          { name: "reason", head: t("reason"), cell: ({ reason }) => reason },
          {
            name: "points",
            head: t("points"),
            isNumber: true,
            cell: (entry) => signed(movedBy(entry).points),
          },
          {
            name: "after",
            head: t("after"),
            isNumber: true,
            cell: (entry) => movedBy(entry).after?.toLocaleString(spoken),
          },
        ]}
        empty={{ icon: ArrowLeftRight, title: t("transactions.none") }}
      />
    </div>
  );
}

/** What moved points on the cards of a program. */
export const Transactions = ({ program: { id } }: { program: Campaign }) => (
  <TransactionList programId={id} member={null} />
);
