import { useState } from "preact/hooks";
import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { moment, money } from "../../../shared/money";
import { List } from "../../parts/list";
import { More, partOf } from "../../parts/more";
import { Tabs } from "../../parts/tabs";
import { server, useProject } from "../../session";
import type { Voucher } from "./facts";
import { useVoucherText } from "./texts";

/** What happened to a voucher: its redemptions, and of a card every move of its balance. */
export function History({ voucher }: { voucher: Voucher }) {
  const t = useVoucherText();
  const [shown, setShown] = useState<"redemptions" | "balance">("redemptions");
  const tabs = voucher.type === "DISCOUNT_VOUCHER" ? [] : (["redemptions", "balance"] as const);
  return (
    <section class="stack">
      <h2>{t("history")}</h2>
      {tabs.length > 0 && (
        <Tabs
          label={t("history")}
          tabs={tabs.map((tab) => [tab, t(`history.${tab}`)] as const)}
          shown={shown}
          onShown={setShown}
        />
      )}
      {shown === "redemptions" ? <Redemptions id={voucher.id} /> : <Balance voucher={voucher} />}
    </section>
  );
}

async function redemptionsOf(id: string, page: number, limit: number) {
  const filters = { related_object_id: { conditions: { $is: [id] } } };
  const query = { page, limit, filters };
  const { redemptions, total } = await answerOf(
    server().GET("/v1/redemptions", { params: { query } }),
  );
  return { rows: redemptions, total };
}

function Redemptions({ id }: { id: string }) {
  const t = useVoucherText();
  const spoken = language.use();
  const { currency } = useProject();
  return (
    <List
      load={({ page, limit }) => redemptionsOf(id, page, limit)}
      name={`redemptions of ${id}`}
      label={t("history.redemptions")}
      keyOf={(redemption) => redemption.id}
      columns={[
        { name: "when", head: t("when"), cell: ({ date }) => moment(date, spoken) },
        { name: "what", head: t("what"), cell: ({ object }) => t(object) },
        {
          name: "result",
          head: t("result"),
          cell: ({ result }) => (
            <span class={`badge ${result === "SUCCESS" ? "good" : "bad"}`}>{result}</span>
          ),
        },
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

async function movesOf(code: string, after: string | null) {
  const query = { limit: 20, ...(after !== null && { starting_after_id: after }) };
  const params = { path: { code }, query };
  const call = server().GET("/v1/vouchers/{code}/transactions", { params });
  return partOf(await answerOf(call));
}

function Balance({ voucher: { code } }: { voucher: Voucher }) {
  const t = useVoucherText();
  const spoken = language.use();
  return (
    <div class="card flush">
      <More
        load={(after) => movesOf(code, after)}
        name={["vouchers", code, "transactions"]}
        label={t("history.balance")}
        keyOf={({ id }) => id}
        columns={[
          { name: "when", head: t("when"), cell: ({ created_at }) => moment(created_at, spoken) },
          { name: "what", head: t("what"), cell: ({ type }) => <span class="mono">{type}</span> },
        ]}
        empty={{ title: t("history.none") }}
      />
    </div>
  );
}
