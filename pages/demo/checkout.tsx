import { useMutation, useQueryClient } from "@tanstack/preact-query";
import { CloudOff, Timer, Undo2 } from "lucide-preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../shared/parts/button";
import { Dialog } from "../shared/parts/dialog";
import { FailedState, Ghosts, State } from "../shared/parts/state";
import { say } from "../shared/parts/toasts";
import { useSharedText } from "../shared/shared-texts";
import { type Attempt, newAttempt, unansweredFor } from "./attempt";
import { emptyCart } from "./cart";
import { codesOf, type Held, hold, isOpen, pay, release } from "./checkout-acts";
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
  attempt: Attempt;
  held: Held;
  isBusy: boolean;
  onPay: () => void;
  onBack: () => void;
  onOver: () => void;
}

/** What is held while the shopper makes up their mind, and for how long. */
function Paying({ attempt, held, isBusy, onPay, onBack, onOver }: PayingProps) {
  const t = useText();
  const seconds = useSecondsUntil(held.until);
  const isOver = seconds === 0 && !isBusy;
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver]);
  return (
    <div class="stack">
      {attempt.redeemables.length > 0 && (
        <div class="notice" role="timer">
          <Timer size={18} aria-hidden="true" />
          <div class="grow stack tight">
            <p>{t("paying.held", { time: clock(seconds) })}</p>
            <p class="row tight">
              {codesOf(attempt).map((code) => (
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
        <Back isBusy={isBusy} onBack={onBack} />
      </div>
    </div>
  );
}

function Back({ isBusy, onBack }: { isBusy: boolean; onBack: () => void }) {
  const t = useText();
  return (
    <Button look="grow" disabled={isBusy} onClick={onBack}>
      <Undo2 size={16} aria-hidden="true" />
      {t("paying.back")}
    </Button>
  );
}

interface UnsureProps {
  isBusy: boolean;
  onAgain: () => void;
  onBack: () => void;
}

/** No answer came: the order may have been placed, and is sent again as it was. */
function Unsure({ isBusy, onAgain, onBack }: UnsureProps) {
  const t = useText();
  const shared = useSharedText();
  return (
    <>
      <State icon={CloudOff} title={t("paying.unsure")} text={t("paying.unsure.text")} />
      <div class="row tight">
        <Button look="main grow" isBusy={isBusy} onClick={onAgain}>
          {shared("again")}
        </Button>
        <Back isBusy={isBusy} onBack={onBack} />
      </div>
    </>
  );
}

/** The steps of an attempt, each with what it is waiting for or what went wrong. */
function useAttempt(shop: Shop) {
  const queries = useQueryClient();
  const { cart, quote, who } = shop;
  const [begun] = useState(() => unansweredFor(cart, who));
  const [attempt, setAttempt] = useState(() => begun ?? newAttempt(cart, quote, who));
  const [isUnsure, setUnsure] = useState(begun !== null);
  const holding = useMutation({ mutationFn: (one: Attempt) => hold(one, who) });
  const settled = useRef<Promise<unknown>>(Promise.resolve());
  const afresh = () => void queries.invalidateQueries();
  const paying = useMutation({
    mutationFn: pay,
    onSuccess: () => {
      emptyCart();
      afresh();
    },
    onError: (error) => setUnsure(isOpen(error)),
  });
  const begin = (one: Attempt) => {
    setAttempt(one);
    paying.reset();
    settled.current = holding.mutateAsync(one).catch(() => undefined);
  };
  useEffect(() => {
    if (!begun) begin(attempt);
  }, []);
  /** Also what is still being held is let go; what may be paid for is not. */
  const letGo = async () => {
    await settled.current;
    if (!isUnsure) await release(attempt);
    afresh();
  };
  const again = async () => {
    if (!paying.error) return begin(attempt);
    await release(attempt);
    begin(newAttempt(attempt.cart, attempt.quote, who));
  };
  return { attempt, isUnsure, holding, paying, letGo, again, afresh };
}

/** From holding what the cart needs to the paid order, and back. */
export function Checkout({ shop, onClose }: { shop: Shop; onClose: (isPaid: boolean) => void }) {
  const t = useText();
  const money = useMoney();
  const { attempt, isUnsure, holding, paying, letGo, again, afresh } = useAttempt(shop);
  const { data: held } = holding;
  const { data: placed, isPending: isBusy } = paying;
  const leave = async (text?: string) => {
    onClose(placed !== undefined);
    if (placed) return;
    await letGo();
    if (text) say(text);
  };
  const total = placed?.total ?? held?.quote.total ?? attempt.quote.total;
  useEffect(() => {
    if (held && total !== attempt.quote.total) void leave(t("paying.changed"));
  }, [held]);
  const name = shop.who?.shopper.name;
  const thanks = name ? t("order.title", { name }) : t("order.title.guest");
  const error = holding.error ?? paying.error;
  const back = () => void leave();
  const send = () => paying.mutate(attempt);
  const isAsked = held && !error && !isUnsure && !placed;
  return (
    <Dialog
      title={placed ? thanks : t("paying.title", { amount: money(total) })}
      isHeld={isBusy}
      onClose={back}
    >
      {placed && <OrderView placed={placed} who={shop.who} onClose={back} onChange={afresh} />}
      {isUnsure && !placed && <Unsure isBusy={isBusy} onAgain={send} onBack={back} />}
      {error && !isUnsure && (
        <>
          <FailedState error={error} onAgain={() => void again()} />
          <Back isBusy={false} onBack={back} />
        </>
      )}
      {isAsked && (
        <Paying
          attempt={attempt}
          held={held}
          isBusy={isBusy}
          onPay={send}
          onBack={back}
          onOver={() => void leave(t("paying.over"))}
        />
      )}
      {holding.isPending && <Ghosts lines={4} />}
    </Dialog>
  );
}
