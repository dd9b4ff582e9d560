import { useMutation, useQueryClient } from "@tanstack/preact-query";
import { Timer, Undo2 } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../shared/parts/button";
import { Dialog } from "../shared/parts/dialog";
import { FailedState, Ghosts } from "../shared/parts/state";
import { say } from "../shared/parts/toasts";
import { emptyCart } from "./cart";
import { type Held, hold, type Placed, pay, release } from "./checkout-acts";
import { OrderView } from "./order-view";
import { type Shop, useMoney } from "./shop";
import { useText } from "./texts";
import { Sums } from "./totals";

const TICK_MS = 1_000;

/** Seconds until a moment, told every second; 0 once it is over. */
function useSecondsUntil(until: number): number {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1_000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

interface PayingProps {
  held: Held;
  isBusy: boolean;
  onPay: () => void;
  onBack: () => void;
  onOver: () => void;
}

/** What is held while the shopper makes up their mind, and for how long. */
function Paying({ held, isBusy, onPay, onBack, onOver }: PayingProps) {
  const t = useText();
  const seconds = useSecondsUntil(held.until);
  const isOver = seconds === 0 && !isBusy;
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver]);
  return (
    <div class="stack">
      {held.session !== null && (
        <div class="notice" role="timer">
          <Timer size={18} aria-hidden="true" />
          <div class="grow stack tight">
            <p>{t("paying.held", { time: clock(seconds) })}</p>
            <p class="row tight">
              {held.codes.map((code) => (
                <span key={code} class="code">
                  {code}
                </span>
              ))}
            </p>
          </div>
        </div>
      )}
      <Sums quote={held.quote} />
      <p class="soft small">{t("paying.pretend")}</p>
      <div class="row tight">
        <Button look="main grow" isBusy={isBusy} onClick={onPay}>
          {t("paying.now")}
        </Button>
        <Button disabled={isBusy} onClick={onBack}>
          <Undo2 size={16} aria-hidden="true" />
          {t("paying.back")}
        </Button>
      </div>
    </div>
  );
}

/** From holding what the cart needs to the paid order, and back. */
export function Checkout({ shop, onClose }: { shop: Shop; onClose: () => void }) {
  const t = useText();
  const money = useMoney();
  const queries = useQueryClient();
  const [cart] = useState(shop.cart);
  const [placed, setPlaced] = useState<Placed | null>(null);
  const afresh = () => void queries.invalidateQueries();
  const holding = useMutation({ mutationFn: () => hold(cart, shop.quote, shop.who) });
  const paying = useMutation({
    mutationFn: (held: Held) => pay(cart, held, shop.who),
    onSuccess: (order) => {
      setPlaced(order);
      emptyCart();
      afresh();
    },
  });
  const { data: held } = holding;
  useEffect(() => holding.mutate(), []);
  const leave = async (text?: string) => {
    onClose();
    if (held && !placed) await release(held);
    if (text) say(text);
    afresh();
  };
  useEffect(() => {
    if (held && held.quote.total !== shop.quote.total) void leave(t("paying.changed"));
  }, [held]);
  const total = placed?.total ?? held?.quote.total ?? shop.quote.total;
  const name = shop.who?.shopper.name;
  const thanks = name ? t("order.title", { name }) : t("order.title.guest");
  const error = holding.error ?? paying.error;
  return (
    <Dialog
      title={placed ? thanks : t("paying.title", { amount: money(total) })}
      onClose={() => void leave()}
    >
      {error && <FailedState error={error} onAgain={() => void leave()} />}
      {!error && !held && <Ghosts lines={4} />}
      {!error && held && !placed && (
        <Paying
          held={held}
          isBusy={paying.isPending}
          onPay={() => paying.mutate(held)}
          onBack={() => void leave()}
          onOver={() => void leave(t("paying.over"))}
        />
      )}
      {placed && <OrderView placed={placed} who={shop.who} onClose={onClose} onChange={afresh} />}
    </Dialog>
  );
}
