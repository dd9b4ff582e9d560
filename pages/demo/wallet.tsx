import type { Schemas } from "@vouchsafe/client";
import { Coins, Gift, Ticket, WalletCards } from "lucide-preact";
import { Copy } from "../shared/parts/copy";
import { Dialog } from "../shared/parts/dialog";
import { FailedState, Ghosts, State } from "../shared/parts/state";
import { useWallet } from "./asking";
import { addCode, type Cart } from "./cart";
import { useMoney } from "./shop";
import { type SignedIn, signOut } from "./sign-in";
import { useText } from "./texts";

type Held = Schemas["ClientQualification"]["redeemables"]["data"][number];

/** A code, a gift card or the club's card, and the way into the cart where it is a code. */
function Card({ held, isUsed }: { held: Held; isUsed: boolean }) {
  const t = useText();
  const money = useMoney();
  const { id, result, order } = held;
  const { gift, loyalty_card: points } = result;
  const saved = order?.total_discount_amount ?? 0;
  const Icon = gift ? Gift : points ? Coins : Ticket;
  const text = gift
    ? t("wallet.gift", { amount: money(gift.balance) })
    : points
      ? t("wallet.points", { n: points.balance })
      : t("saves", { amount: money(saved) });
  return (
    <li class="card wallet-card">
      <Icon size={22} aria-hidden="true" />
      <span class="grow">
        <span class="mono strong break">{id}</span>
        <span class="small soft">{text}</span>
      </span>
      {!points && (
        <button
          type="button"
          class="button little"
          aria-disabled={isUsed}
          onClick={() => addCode(id)}
        >
          <span aria-hidden="true">{isUsed ? t("wallet.applied") : t("wallet.apply")}</span>
          <span class="unseen">{isUsed ? t("wallet.applied") : t("wallet.use", { code: id })}</span>
        </button>
      )}
    </li>
  );
}

function Cards({ cart, who }: { cart: Cart; who: SignedIn }) {
  const t = useText();
  const { data, error, refetch } = useWallet(cart, who);
  if (error) return <FailedState error={error} onAgain={() => void refetch()} />;
  if (!data) return <Ghosts lines={4} />;
  const held = data.redeemables.data;
  if (held.length === 0) {
    return <State icon={WalletCards} title={t("wallet.empty")} text={t("wallet.empty.text")} />;
  }
  return (
    <ul class="stack tight wallet-cards">
      {held.map((each) => (
        <Card key={each.id} held={each} isUsed={cart.codes.includes(each.id)} />
      ))}
    </ul>
  );
}

/** What the shopper holds: opened by their token, and by nobody else's. */
export function Wallet({ cart, who, onClose }: { cart: Cart; who: SignedIn; onClose: () => void }) {
  const t = useText();
  return (
    <Dialog title={t("wallet.of", { name: who.shopper.name })} shape="side" onClose={onClose}>
      <Cards cart={cart} who={who} />
      {who.ownCode !== null && (
        <section class="notice">
          <div class="stack tight">
            <h3>{t("wallet.share")}</h3>
            <p class="small">{t("wallet.share.text")}</p>
            <Copy text={who.ownCode} label={t("wallet.share")} />
          </div>
        </section>
      )}
      <button
        type="button"
        class="button"
        onClick={() => {
          signOut();
          onClose();
        }}
      >
        {t("sign-out")}
      </button>
    </Dialog>
  );
}
