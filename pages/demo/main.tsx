import { ShoppingBasket, Store, Terminal } from "lucide-preact";
import { useState } from "preact/hooks";
import "./demo.css";
import { keepFocus } from "../shared/focus";
import { useHead } from "../shared/head";
import { show } from "../shared/page";
import { Bar } from "../shared/parts/bar";
import { Brand } from "../shared/parts/brand";
import { Dialog } from "../shared/parts/dialog";
import { State } from "../shared/parts/state";
import { unitsIn } from "./cart";
import { CartPanel } from "./cart-panel";
import { Checkout } from "./checkout";
import { Drawer } from "./drawer";
import { Awning } from "./drawings";
import { useTold } from "./exchanges";
import { useMedia } from "./media";
import { Shelves } from "./shelves";
import { prepareMoney, type Shop, useMoney, useShop } from "./shop";
import { ShopperSwitch } from "./shopper-switch";
import { useText } from "./texts";
import { Told } from "./totals";

/** Where the window has no room beside the goods, the cart is a sheet over them. */
const ROOM_BESIDE = "(min-width: 60rem)";

function Closed() {
  const t = useText();
  return (
    <main id="content">
      <State icon={Store} title={t("closed.title")} text={t("closed.text")}>
        <a class="button" href="/">
          {t("closed.home")}
        </a>
      </State>
    </main>
  );
}

interface SheetProps {
  shop: Shop;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  onPay: () => void;
}

function CartSheet({ shop, isOpen, setOpen, onPay }: SheetProps) {
  const t = useText();
  const money = useMoney();
  const units = unitsIn(shop.cart);
  return (
    <>
      <button type="button" class="button main cart-button" onClick={() => setOpen(true)}>
        <ShoppingBasket size={18} aria-hidden="true" />
        <span class="grow">{t("cart.open", { n: units })}</span>
        <span class="number">{money(shop.quote.total)}</span>
      </button>
      {!isOpen && <Told shop={shop} />}
      {isOpen && (
        <Dialog title={t("cart")} shape="side" onClose={() => setOpen(false)}>
          <CartPanel shop={shop} hasTitle={false} onPay={onPay} />
        </Dialog>
      )}
    </>
  );
}

/** The cart, beside the goods or over them, and the checkout, which a turned phone does not close. */
function CartAndCheckout({ shop }: { shop: Shop }) {
  const t = useText();
  const isBeside = useMedia(ROOM_BESIDE);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isPaying, setPaying] = useState(false);
  const pay = () => setPaying(true);
  const leave = (isPaid: boolean) => {
    setPaying(false);
    if (isPaid) setSheetOpen(false);
  };
  return (
    <>
      {isBeside ? (
        <aside class="beside" aria-label={t("cart")}>
          <CartPanel shop={shop} hasTitle onPay={pay} />
        </aside>
      ) : (
        <CartSheet shop={shop} isOpen={isSheetOpen} setOpen={setSheetOpen} onPay={pay} />
      )}
      {isPaying && <Checkout shop={shop} onClose={leave} />}
    </>
  );
}

function Top({ shop, onDrawer, isOpen }: { shop: Shop; onDrawer: () => void; isOpen: boolean }) {
  const t = useText();
  const told = useTold();
  return (
    <Bar>
      <div class="grow">
        <Brand href="/" name={t("shop")} />
      </div>
      <ShopperSwitch shop={shop} />
      <button
        type="button"
        class="button plain drawer-button"
        aria-expanded={isOpen}
        onClick={onDrawer}
      >
        <Terminal size={18} aria-hidden="true" />
        <span class="badge accent" aria-hidden="true">
          {told.length}
        </span>
        <span class="unseen">{t("drawer.open", { n: told.length })}</span>
      </button>
    </Bar>
  );
}

function Demo() {
  const t = useText();
  const shop = useShop();
  useHead(`${t("shop")} · Vouchsafe`, t("about"));
  const [isOpen, setOpen] = useState(false);
  if (shop.isClosed) return <Closed />;
  return (
    <>
      <Top shop={shop} isOpen={isOpen} onDrawer={() => setOpen(!isOpen)} />
      <Awning />
      <div class={isOpen ? "shop with-drawer" : "shop"}>
        <main id="content" class="stack loose">
          <div class="lead">
            <h1>{t("lead")}</h1>
            <p class="soft">{t("lead.more")}</p>
          </div>
          <Shelves cart={shop.cart} />
        </main>
        <CartAndCheckout shop={shop} />
      </div>
      {isOpen && <Drawer onClose={() => setOpen(false)} />}
    </>
  );
}

keepFocus();
void show(Demo, prepareMoney);
