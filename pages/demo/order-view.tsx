import { useMutation, useQuery } from "@tanstack/preact-query";
import { CircleCheck, Coins, Undo2 } from "lucide-preact";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "../shared/parts/button";
import { readFailure } from "../shared/parts/state";
import { earnedBy, type Placed, undo } from "./checkout-acts";
import { Bought } from "./lines";
import type { SignedIn } from "./sign-in";
import { useText } from "./texts";
import { Sums } from "./totals";

const ASKED_TIMES = 8;
const EVERY_MS = 700;

/** Points come a moment after the order is paid: they are asked for until they are there. */
function Earned({
  placed,
  who,
  onChange,
}: {
  placed: Placed;
  who: SignedIn;
  onChange: () => void;
}) {
  const t = useText();
  const asked = useRef(0);
  const isAsking = (points: number | undefined) => !points && asked.current < ASKED_TIMES;
  const { data, isError } = useQuery({
    queryKey: ["earned", placed.id],
    queryFn: async () => {
      asked.current += 1;
      const points = await earnedBy(placed.id, who);
      return { points, isLast: !isAsking(points) };
    },
    refetchInterval: ({ state }) => (isAsking(state.data?.points) ? EVERY_MS : false),
    enabled: placed.total > 0,
  });
  const points = data?.points ?? 0;
  useEffect(() => {
    if (points > 0) onChange();
  }, [points]);
  const isWaiting = placed.total > 0 && !data?.isLast && !isError;
  if (points === 0 && !isWaiting) return null;
  return (
    <p class="row tight good" role="status">
      <Coins size={18} aria-hidden="true" />
      {points > 0 ? t("order.points", { n: points }) : t("order.points.waiting")}
    </p>
  );
}

interface OrderProps {
  placed: Placed;
  who: SignedIn | null;
  onClose: () => void;
  onChange: () => void;
}

/** The order as it was paid, and the way back. */
export function OrderView({ placed, who, onClose, onChange }: OrderProps) {
  const t = useText();
  const undoing = useMutation({ mutationFn: () => undo(placed), onSuccess: onChange });
  const isUndone = undoing.isSuccess;
  return (
    <div class="stack">
      <p class="row tight">
        <span class={isUndone ? "badge warn" : "badge good"}>
          {isUndone ? (
            <Undo2 size={14} aria-hidden="true" />
          ) : (
            <CircleCheck size={14} aria-hidden="true" />
          )}
          {isUndone ? t("order.undone") : t("order.paid")}
        </span>
        <span class="soft">{t("order.number", { id: placed.number })}</span>
      </p>
      <Bought cart={placed.cart} quote={placed.quote} />
      <Sums quote={{ ...placed.quote, total: placed.total }} isPaid />
      {who?.card && !isUndone && <Earned placed={placed} who={who} onChange={onChange} />}
      <div class="told-live" role="status">
        {isUndone && <p class="notice good">{t("order.undone.text")}</p>}
      </div>
      {undoing.error && (
        <p class="notice bad" role="alert">
          {readFailure(undoing.error).text}
        </p>
      )}
      <div class="row tight">
        <Button look="main grow" onClick={onClose}>
          {t("order.on")}
        </Button>
        {!isUndone && (
          <Button look="grow" isBusy={undoing.isPending} onClick={() => undoing.mutate()}>
            <Undo2 size={16} aria-hidden="true" />
            {t("order.undo")}
          </Button>
        )}
      </div>
    </div>
  );
}
