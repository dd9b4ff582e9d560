import { Gift } from "lucide-preact";
import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { language } from "../../../../shared/language";
import { day, rate } from "../../../../shared/money";
import { useAct } from "../../../acts";
import { AskedButton } from "../../../parts/asked";
import { New, PartHead } from "../../../parts/head";
import { List } from "../../../parts/list";
import { useProject } from "../../../session";
import type { Campaign } from "../../campaigns/facts";
import { AssignForm } from "./assign-form";
import { RewardForm } from "./catalogue/form";
import { type Assigned, assign, leftOf, type Reward, rewardsOf, unassign } from "./load";
import { useRewardText } from "./texts";

/** What a member pays for a reward. */
function Price({ row: { assignment, reward } }: { row: Assigned }) {
  const t = useRewardText();
  const spoken = language.use();
  const { currency } = useProject();
  const { parameters } = reward;
  if ("coin" in parameters) {
    const { points_ratio: n, exchange_ratio } = parameters.coin;
    return <>{t("coin", { n, amount: rate(exchange_ratio, currency, spoken) })}</>;
  }
  const { points = 0, auto_redeem } = assignment.parameters?.loyalty ?? {};
  return (
    <>
      {t("points", { n: points })} {auto_redeem && <span class="badge accent">{t("auto")}</span>}
    </>
  );
}

/** What members spend points on. */
export function Rewards({ program: { id } }: { program: Campaign }) {
  const t = useRewardText();
  const spoken = language.use();
  const [asked, setAsked] = useState<"assign" | "new" | null>(null);
  const [made, setMade] = useState<Reward | null>(null);
  const assigning = (reward: Reward | null) => {
    setMade(reward);
    setAsked("assign");
  };
  return (
    <section class="stack">
      <PartHead title={t("title")} lead={t("lead")}>
        <div class="row">
          <Link href="/programs/rewards" class="button">
            {t("all")}
          </Link>
          <New text={t("assign")} onClick={() => assigning(null)} />
        </div>
      </PartHead>
      <List
        load={({ page, limit }) => rewardsOf(id, page, limit)}
        name={`rewards of ${id}`}
        label={t("title")}
        keyOf={({ assignment }) => assignment.id}
        columns={[
          {
            name: "reward",
            head: t("reward"),
            cell: ({ reward }) => <strong class="break">{reward.name}</strong>,
          },
          { name: "kind", head: t("kind"), cell: ({ reward }) => t(`kind.${reward.type}`) },
          { name: "price", head: t("price"), cell: (row) => <Price row={row} /> },
          {
            name: "stock",
            head: t("stock"),
            cell: ({ reward }) => leftOf(reward)?.toLocaleString(spoken) ?? t("unlimited"),
          },
          {
            name: "since",
            head: t("since"),
            cell: ({ assignment }) => (
              <span class="soft nowrap">{day(assignment.created_at, spoken)}</span>
            ),
          },
          {
            name: "deeds",
            head: t("deeds"),
            cell: (row) => <TakeOut programId={id} row={row} />,
          },
        ]}
        empty={{ icon: Gift, title: t("empty"), text: t("empty.text") }}
      />
      {asked === "assign" && (
        <AssignForm
          programId={id}
          chosen={made}
          onNew={() => setAsked("new")}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === "new" && (
        <RewardForm reward={null} onMade={assigning} onClose={() => setAsked(null)} />
      )}
    </section>
  );
}

function TakeOut({ programId, row }: { programId: string; row: Assigned }) {
  const t = useRewardText();
  const { act, isBusy } = useAct();
  const { assignment, reward } = row;
  const { name } = reward;
  const remove = (close: () => void) =>
    act({
      run: () => unassign(programId, assignment.id),
      undo: () => assign(programId, reward.id, assignment.parameters),
      done: t("removed", { name }),
      leave: close,
      refresh: [`rewards of ${programId}`],
    });
  return (
    <AskedButton
      deed={t("remove")}
      title={t("remove.title", { name })}
      text={t("remove.text")}
      look="little danger"
      isBusy={isBusy}
      onConfirm={remove}
    />
  );
}
