import "./sandbox.css";
import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import { Layers } from "lucide-preact";
import { Link } from "wouter-preact";
import { Ghosts, State } from "../../../shared/parts/state";
import { SampleCart } from "../../parts/cart/cart";
import { sample } from "../../parts/cart/sample";
import { FailedState } from "../../parts/failure";
import { Head } from "../../parts/head";
import { decide, picked } from "./ask";
import { Lines } from "./lines";
import { PickedList } from "./picked";
import { Summary } from "./summary";
import { useSandboxText } from "./texts";
import { Turns } from "./turns";

/** Codes and promotions on a cart, with every turn of the decision. */
export default function Sandbox() {
  const t = useSandboxText();
  return (
    <>
      <Head title={t("title")} lead={t("lead")}>
        <Link href="/stacking" class="button">
          <Layers size={16} aria-hidden="true" />
          {t("rules")}
        </Link>
      </Head>
      <div class="sandbox-asked">
        <PickedList />
        <section class="card stack" aria-label={t("cart")}>
          <h2>{t("cart")}</h2>
          <SampleCart />
        </section>
      </div>
      <Result />
    </>
  );
}

function Result() {
  const t = useSandboxText();
  const chosen = picked.use();
  const cart = sample.use();
  const { data, error, refetch } = useQuery({
    queryKey: ["sandbox", chosen, cart],
    queryFn: () => decide(chosen, cart),
    enabled: chosen.length > 0,
    placeholderData: keepPreviousData,
  });
  if (chosen.length === 0) {
    return (
      <div class="card">
        <State icon={Layers} title={t("empty.title")} text={t("empty.text")} />
      </div>
    );
  }
  if (error) return <FailedState error={error} onAgain={() => void refetch()} />;
  if (!data) return <Ghosts />;
  return (
    <section class="stack" aria-label={t("result")}>
      <h2>{t("result")}</h2>
      <Summary validation={data} />
      <Turns validation={data} chosen={chosen} />
      <Lines validation={data} lines={cart.lines} />
    </section>
  );
}
