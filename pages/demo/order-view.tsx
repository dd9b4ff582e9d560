import { useMutation, useQuery } from "@tanstack/preact-query";
import { CircleCheck, Coins, Undo2 } from "lucide-preact";
import { useEffect } from "preact/hooks";
import { language } from "../shared/language";
import { Button } from "../shared/parts/button";
import { readFailure } from "../shared/parts/state";
import { linesOf } from "./cart";
import { earnedBy, type Placed, undo } from "./checkout-acts";
import { Picture } from "./drawings";
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
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ["earned", placed.id],
    queryFn: () => earnedBy(placed.id, who),
    refetchInterval: ({ state }) =>
      state.data || state.dataUpdateCount >= ASKED_TIMES ? false : EVERY_MS,
    enabled: placed.total > 0,
  });
  useEffect(() => {
    if (data) onChange();
  }, [data]);
  const isWaiting = !data && placed.total > 0 && dataUpdatedAt === 0;
  if (!data && !isWaiting) return null;
  return (
    <p class="row tight good" role="status">
      <Coins size={18} aria-hidden="true" />
      {data ? t("order.points", { n: data }) : t("order.points.waiting")}
    </p>
  );
}

function Bought({ placed }: { placed: Placed }) {
  const spoken = language.use();
  return (
    <ul class="bought">
      {linesOf(placed.cart).map(({ product, quantity }) => (
        <li key={product.id} class={`line-picture ${product.shelf}`}>
          <Picture product={product.id} />
          <span class="unseen">
            {quantity} × {product.name[spoken]}
          </span>
          {quantity > 1 && (
            <span class="bought-units" aria-hidden="true">
              {quantity}
            </span>
          )}
        </li>
      ))}
    </ul>
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
      <Bought placed={placed} />
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
          <Button isBusy={undoing.isPending} onClick={() => undoing.mutate()}>
            <Undo2 size={16} aria-hidden="true" />
            {t("order.undo")}
          </Button>
        )}
      </div>
    </div>
  );
}
