import { CircleUser, TriangleAlert, WalletCards } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../shared/parts/dialog";
import { FailedState } from "../shared/parts/state";
import { say } from "../shared/parts/toasts";
import type { Shop } from "./shop";
import { SHOPPERS } from "./shoppers";
import { signIn, signOut } from "./sign-in";
import { useText } from "./texts";
import { Wallet } from "./wallet";

const initials = (name: string): string =>
  name
    .split(/[\s-]/)
    .map((part) => part.charAt(0))
    .filter((letter) => letter === letter.toUpperCase())
    .slice(0, 2)
    .join("");

function Choose({ onClose }: { onClose: () => void }) {
  const t = useText();
  return (
    <Dialog title={t("sign-in.title")} onClose={onClose}>
      <p class="soft">{t("sign-in.text")}</p>
      <ul class="stack tight plain-list">
        {SHOPPERS.map((shopper) => (
          <li key={shopper.source_id}>
            <button
              type="button"
              class="card shopper"
              onClick={() => {
                signIn(shopper);
                onClose();
              }}
            >
              <span class="initials" aria-hidden="true">
                {initials(shopper.name)}
              </span>
              <span class="grow">
                <span class="strong break">{shopper.name}</span>
                <span class="small soft">{t(`shopper.${shopper.source_id}`)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The back end did not let them in: again, or somebody else. */
function NotIn({ shop, onClose }: { shop: Shop; onClose: () => void }) {
  const t = useText();
  return (
    <Dialog title={t("sign-in")} onClose={onClose}>
      <FailedState error={shop.refusedEntry} onAgain={() => void shop.enter()} />
      <button type="button" class="button" onClick={signOut}>
        {t("sign-in.other")}
      </button>
    </Dialog>
  );
}

/** Signs somebody in, or opens the wallet of who is signed in. */
export function ShopperSwitch({ shop }: { shop: Shop }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { shopper, who, refusedEntry } = shop;
  const close = () => setOpen(false);
  useEffect(() => {
    if (shopper && refusedEntry) say(t("sign-in.failed", { name: shopper.name }));
  }, [refusedEntry]);
  const Icon = refusedEntry ? TriangleAlert : shopper ? WalletCards : CircleUser;
  return (
    <>
      <button
        type="button"
        class="button plain shopper-switch"
        aria-busy={shopper !== null && who === null && shop.isEntering}
        onClick={() => setOpen(true)}
      >
        <Icon size={18} aria-hidden="true" />
        <span class="cut">{shopper?.name ?? t("sign-in")}</span>
        {shopper && <span class="unseen">, {t("wallet")}</span>}
      </button>
      {isOpen &&
        !who &&
        (refusedEntry ? <NotIn shop={shop} onClose={close} /> : <Choose onClose={close} />)}
      {isOpen && who && <Wallet cart={shop.cart} who={who} onClose={close} />}
    </>
  );
}
