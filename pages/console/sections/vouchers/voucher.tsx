import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { moment } from "../../../shared/money";
import { Button } from "../../../shared/parts/button";
import { useAct } from "../../acts";
import { bringBack } from "../../bin";
import { AskedButton } from "../../parts/asked";
import { Head } from "../../parts/head";
import { One } from "../../parts/one";
import { server } from "../../session";
import { BalanceForm } from "./balance";
import { Uses, VoucherState, type Voucher as VoucherView, Worth } from "./facts";
import { History } from "./history";
import { useVoucherText } from "./texts";

const load = (code: string) =>
  answerOf(server().GET("/v1/vouchers/{code}", { params: { path: { code } } }));

/** One voucher: what it is, its pictures, what happened to it, and what can be done. */
export function Voucher({ code }: { code: string }) {
  const t = useVoucherText();
  return (
    <One name={["vouchers", code]} load={() => load(code)} back={["/vouchers", t("back")]}>
      {(voucher) => <Shown voucher={voucher} />}
    </One>
  );
}

function Shown({ voucher }: { voucher: VoucherView }) {
  const t = useVoucherText();
  const { code, assets } = voucher;
  return (
    <>
      <Head title={code} isCode beside={<VoucherState voucher={voucher} />}>
        <Deeds voucher={voucher} />
      </Head>
      <div class="voucher-halves">
        <Facts voucher={voucher} />
        {assets && (
          <div class="card voucher-pictures">
            <img src={assets.qr.url} alt={t("qr", { code })} />
            <img src={assets.barcode.url} alt={t("barcode", { code })} />
          </div>
        )}
      </div>
      <History voucher={voucher} />
    </>
  );
}

function Deeds({ voucher }: { voucher: VoucherView }) {
  const { id, code, active, type } = voucher;
  const t = useVoucherText();
  const [, go] = useLocation();
  const [isAsked, setAsked] = useState(false);
  const { act, isBusy } = useAct();
  const path = { params: { path: { code } } };
  const enable = () => answerOf(server().POST("/v1/vouchers/{code}/enable", path));
  const disable = () => answerOf(server().POST("/v1/vouchers/{code}/disable", path));
  const refresh = ["vouchers"];
  const toggle = () =>
    active === false
      ? act({ run: enable, undo: disable, done: t("enabled", { code }), refresh })
      : act({ run: disable, undo: enable, done: t("disabled", { code }), refresh });
  const remove = async () => {
    const run = () => answerOf(server().DELETE("/v1/vouchers/{code}", path));
    const undo = () => bringBack(id);
    const done = t("deleted", { code });
    await act({ run, undo, done, leave: () => go("/vouchers"), refresh });
  };
  return (
    <div class="row">
      {type !== "DISCOUNT_VOUCHER" && (
        <Button onClick={() => setAsked(true)}>{t("balance.change")}</Button>
      )}
      <Button isBusy={isBusy} onClick={() => void toggle()}>
        {active === false ? t("enable") : t("disable")}
      </Button>
      <AskedButton
        deed={t("delete")}
        title={t("delete.title", { code })}
        text={t("delete.text")}
        isBusy={isBusy}
        onConfirm={remove}
      />
      {isAsked && <BalanceForm voucher={voucher} onClose={() => setAsked(false)} />}
    </div>
  );
}

function Facts({ voucher }: { voucher: VoucherView }) {
  const t = useVoucherText();
  const spoken = language.use();
  const { type, campaign, campaign_id, start_date, expiration_date, holder_id } = voucher;
  const at = (iso: string | null) => (iso === null ? t("always") : moment(iso, spoken));
  return (
    <dl class="card facts">
      <div>
        <dt>{t("type")}</dt>
        <dd>{t(`type.${type}`)}</dd>
      </div>
      <div>
        <dt>{type === "DISCOUNT_VOUCHER" ? t("value") : t("balance")}</dt>
        <dd>
          <Worth voucher={voucher} />
        </dd>
      </div>
      <div>
        <dt>{t("uses")}</dt>
        <dd>
          <Uses voucher={voucher} />
        </dd>
      </div>
      <div>
        <dt>{t("campaign")}</dt>
        <dd>
          {campaign_id ? <Link href={`/campaigns/${campaign_id}`}>{campaign}</Link> : t("alone")}
        </dd>
      </div>
      <div>
        <dt>{t("holder")}</dt>
        <dd>
          {holder_id ? (
            <Link href={`/customers/${holder_id}`} class="mono">
              {holder_id}
            </Link>
          ) : (
            t("nobody")
          )}
        </dd>
      </div>
      <div>
        <dt>{t("from")}</dt>
        <dd>{at(start_date)}</dd>
      </div>
      <div>
        <dt>{t("until")}</dt>
        <dd>{at(expiration_date)}</dd>
      </div>
    </dl>
  );
}
