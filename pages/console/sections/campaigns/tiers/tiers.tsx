import { useQuery, useQueryClient } from "@tanstack/preact-query";
import { Layers } from "lucide-preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Ghosts, State } from "../../../../shared/parts/state";
import { useAct } from "../../../acts";
import { FailedState } from "../../../parts/failure";
import { New } from "../../../parts/head";
import { useDrag } from "./drag";
import { putTier, type Tier, tiersOf } from "./load";
import { moved, stepsOf } from "./order";
import { useTierText } from "./texts";
import { TierForm } from "./tier-form";
import { TierRow } from "./tier-row";

/** The tiers of a promotion, which can be put in another order. */
export function Tiers({ campaignId }: { campaignId: string }) {
  const t = useTierText();
  const [isNew, setNew] = useState(false);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["campaigns", campaignId, "tiers"],
    queryFn: () => tiersOf(campaignId),
  });
  const add = <New text={t("new")} onClick={() => setNew(true)} />;
  return (
    <section class="stack">
      <header class="apart">
        <div>
          <h2>{t("title")}</h2>
          {data && data.length > 1 && <p class="soft">{t("lead")}</p>}
        </div>
        {data && data.length > 0 && add}
      </header>
      {error ? (
        <FailedState error={error} onAgain={() => void refetch()} />
      ) : isPending ? (
        <Ghosts lines={3} />
      ) : data.length === 0 ? (
        <div class="card flush">
          <State icon={Layers} title={t("empty")} text={t("empty.text")}>
            {add}
          </State>
        </div>
      ) : (
        <Ordered campaignId={campaignId} tiers={data} />
      )}
      {isNew && <TierForm campaignId={campaignId} onClose={() => setNew(false)} />}
    </section>
  );
}

/**
 * Writes another order; one step each, since each moves the others. It ends once the new order is
 * read: the next move begins at that.
 */
function useWrite(campaignId: string) {
  const queries = useQueryClient();
  return async (tiers: readonly Tier[], from: number, to: number): Promise<true> => {
    for (const { id, hierarchy } of stepsOf(tiers, from, to)) await putTier(id, { hierarchy });
    await queries.invalidateQueries({ queryKey: ["campaigns", campaignId, "tiers"] });
    return true;
  };
}

function Ordered({ campaignId, tiers }: { campaignId: string; tiers: readonly Tier[] }) {
  const t = useTierText();
  const { act, isBusy } = useAct();
  const write = useWrite(campaignId);
  // As somebody has put them, until the service says other than before.
  const [wanted, setWanted] = useState<{ of: readonly Tier[]; list: readonly Tier[] } | null>(null);
  const held = useRef<string | null>(null);
  const shown = wanted?.of === tiers ? wanted.list : tiers;

  const move = async (from: number, to: number) => {
    const tier = tiers[from];
    if (!tier || isBusy || to < 0 || to >= tiers.length) return;
    held.current = tier.id;
    setWanted({ of: tiers, list: moved(tiers, from, to) });
    const isDone = await act({
      run: () => write(tiers, from, to),
      undo: async () => {
        const now = await tiersOf(campaignId);
        await write(
          now,
          now.findIndex(({ id }) => id === tier.id),
          from,
        );
      },
      done: t("moved", { name: tier.name, place: to + 1, of: tiers.length }),
      refresh: ["campaigns"],
    });
    if (!isDone) setWanted(null);
  };
  const { list, dragged, shiftOf, gripOf } = useDrag((from, to) => void move(from, to));

  // A row that moves in the document loses the focus, which belongs to who moves on.
  const order = shown.map(({ id }) => id).join();
  useEffect(() => {
    if (held.current !== null) document.getElementById(`grip-${held.current}`)?.focus();
    held.current = null;
  }, [order]);

  return (
    <>
      <p id="tier-keys" class="unseen">
        {t("keys")}
      </p>
      <ol ref={list} class="tiers">
        {shown.map((tier, at) => (
          <TierRow
            key={tier.id}
            tier={tier}
            place={at + 1}
            of={shown.length}
            isDragged={dragged === at}
            shift={shiftOf(at)}
            grip={gripOf(at)}
            onMove={(by) => void move(at, at + by)}
          />
        ))}
      </ol>
    </>
  );
}
