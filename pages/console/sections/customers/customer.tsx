import { useLocation } from "wouter-preact";
import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { day, money } from "../../../shared/money";
import { useAct } from "../../acts";
import { AskedButton } from "../../parts/asked";
import { Head } from "../../parts/head";
import { One } from "../../parts/one";
import { useView } from "../../parts/query";
import { Tabs } from "../../parts/tabs";
import { server, useProject } from "../../session";
import { Activity } from "./activity";
import { Points } from "./points";
import { Segments } from "./segments";
import { useCustomerText } from "./texts";
import { Wallet } from "./wallet";

export type CustomerView = Schemas["Customer"];

const VIEWS = { wallet: Wallet, activity: Activity, loyalty: Points, segments: Segments };
const NAMES = ["wallet", "activity", "loyalty", "segments"] as const;

/** One customer, and all that there is of them. */
export function Customer({ id }: { id: string }) {
  const t = useCustomerText();
  const path = { customerId: id };
  return (
    <One
      name={["customers", id]}
      load={() => answerOf(server().GET("/v1/customers/{customerId}", { params: { path } }))}
      back={["/customers", t("back")]}
    >
      {(customer) => <Shown customer={customer} />}
    </One>
  );
}

function Shown({ customer }: { customer: CustomerView }) {
  const t = useCustomerText();
  const [shown, show] = useView(NAMES);
  const View = VIEWS[shown];
  return (
    <>
      <Head title={customer.name ?? t("unnamed")}>
        <Forget customer={customer} />
      </Head>
      <Facts customer={customer} />
      <section class="stack">
        <Tabs
          label={t("views")}
          tabs={NAMES.map((name) => [name, t(name)] as const)}
          shown={shown}
          onShown={show}
        >
          <View customer={customer} />
        </Tabs>
      </section>
    </>
  );
}

function Facts({ customer }: { customer: CustomerView }) {
  const t = useCustomerText();
  const spoken = language.use();
  const { currency } = useProject();
  const { summary, loyalty, address } = customer;
  const facts = [
    ["email", customer.email],
    ["phone", customer.phone],
    ["city", [address?.postal_code, address?.city, address?.country].filter(Boolean).join(" ")],
    ["birthday", customer.birthday && day(customer.birthday, spoken)],
    ["source", customer.source_id],
    ["since", day(customer.created_at, spoken)],
    ["orders", summary.orders.total_count.toLocaleString(spoken)],
    ["spent", money(summary.orders.total_amount, currency, spoken)],
    ["average", money(summary.orders.average_amount, currency, spoken)],
    ["redeemed", summary.redemptions.total_succeeded.toLocaleString(spoken)],
    ["points", loyalty.points.toLocaleString(spoken)],
  ] as const;
  return (
    <dl class="card facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{value || "–"}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Removes a person for good, as the law asks. */
function Forget({ customer }: { customer: CustomerView }) {
  const t = useCustomerText();
  const [, go] = useLocation();
  const { act, isBusy } = useAct();
  const name = customer.name ?? customer.source_id ?? customer.id;
  const forget = async () => {
    const params = { path: { customerId: customer.id } };
    const run = () =>
      answerOf(server().POST("/v1/customers/{customerId}/permanent-deletion", { params }));
    const done = t("forget.done", { name });
    await act({ run, done, leave: () => go("/customers"), refresh: ["customers"] });
  };
  return (
    <AskedButton
      deed={t("forget")}
      title={t("forget.title", { name })}
      text={t("forget.text")}
      typed={name}
      isBusy={isBusy}
      onConfirm={forget}
    />
  );
}
