import { Link } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { moment, money } from "../../../shared/money";
import { madeCondition, useDays } from "../../parts/days";
import { useEntryColumns } from "../../parts/ledger";
import { List } from "../../parts/list";
import { More, partOf } from "../../parts/more";
import { filtered, orderBy, useView } from "../../parts/query";
import { Tabs } from "../../parts/tabs";
import { server, useProject } from "../../session";
import { RedemptionState, Shopper } from "../redemptions/facts";
import { redemptionsOf, stateFilters } from "../redemptions/load";
import { useRedemptionText } from "../redemptions/texts";
import type { Voucher } from "./facts";
import { useVoucherText } from "./texts";

const VIEWS = ["redemptions", "balance"] as const;

/** What happened to a voucher: its redemptions, and of a card every move of its balance. */
export function History({ voucher }: { voucher: Voucher }) {
  const t = useVoucherText();
  const [shown, show] = useView(VIEWS);
  const hasBalance = voucher.type !== "DISCOUNT_VOUCHER";
  return (
    <section class="stack">
      <h2>{t("history")}</h2>
      {hasBalance ? (
        <Tabs
          label={t("history")}
          tabs={VIEWS.map((view) => [view, t(`history.${view}`)] as const)}
          shown={shown}
          onShown={show}
        >
          {shown === "balance" ? <Balance voucher={voucher} /> : <Redemptions id={voucher.id} />}
        </Tabs>
      ) : (
        <Redemptions id={voucher.id} />
      )}
    </section>
  );
}

function Redemptions({ id }: { id: string }) {
  const t = useVoucherText();
  const r = useRedemptionText();
  const spoken = language.use();
  const days = useDays();
  const { currency } = useProject();
  return (
    <List
      load={(state) => redemptionsOf(state, id)}
      name={`redemptions of ${id}`}
      label={t("history.redemptions")}
      order="-created_at"
      keyOf={(redemption) => redemption.id}
      filters={[...stateFilters(r), ...days]}
      columns={[
        {
          name: "when",
          head: t("when"),
          sort: "created_at",
          cell: ({ id: entry, date }) => (
            <Link href={`/redemptions/${entry}`} class="nowrap">
              {moment(date, spoken)}
            </Link>
          ),
        },
        { name: "what", head: t("what"), cell: ({ object }) => r(object) },
        { name: "customer", head: r("customer"), cell: (entry) => <Shopper entry={entry} /> },
        { name: "result", head: t("result"), cell: (entry) => <RedemptionState entry={entry} /> },
        {
          name: "amount",
          head: t("amount"),
          isNumber: true,
          cell: ({ amount }) =>
            amount === null || amount === undefined ? "" : money(amount, currency, spoken),
        },
      ]}
      empty={{ title: t("history.none") }}
    />
  );
}

const orderOf = orderBy(["created_at"], "-created_at");

interface Asked {
  after: string | null;
  order: string | null;
  filters: Record<string, string>;
}

async function movesOf(code: string, { after, order, filters }: Asked) {
  const query = {
    limit: 20,
    order: orderOf(order),
    ...(after !== null && { starting_after_id: after }),
    ...filtered(madeCondition(filters)),
  };
  const params = { path: { code }, query };
  const call = server().GET("/v1/vouchers/{code}/transactions", { params });
  return partOf(await answerOf(call));
}

/** Every move of a card's balance, in points or money. */
function Balance({ voucher: { code, type } }: { voucher: Voucher }) {
  const t = useVoucherText();
  const spoken = language.use();
  const days = useDays();
  const { currency } = useProject();
  const isPoints = type === "LOYALTY_CARD";
  const columns = useEntryColumns({
    moved: t(isPoints ? "points.head" : "amount"),
    write: (n) => (isPoints ? n.toLocaleString(spoken) : money(n, currency, spoken)),
  });
  return (
    <More
      load={(after, asked) => movesOf(code, { ...asked, after })}
      name={["vouchers", code, "transactions"]}
      label={t("history.balance")}
      order="-created_at"
      keyOf={({ id }) => id}
      filters={days}
      columns={columns}
      empty={{ title: t("history.none") }}
    />
  );
}
