import { Gift } from "lucide-preact";
import { useState } from "preact/hooks";
import { answerOf } from "../../../../../../clients/typescript/src";
import { language } from "../../../../../shared/language";
import { day } from "../../../../../shared/money";
import { EditDelete } from "../../../../parts/edit-delete";
import { Head, New } from "../../../../parts/head";
import { List } from "../../../../parts/list";
import { Back } from "../../../../parts/one";
import { server } from "../../../../session";
import { leftOf, type Reward } from "../load";
import { useRewardText } from "../texts";
import { RewardForm } from "./form";
import { useCatalogueText } from "./texts";

async function load(page: number, limit: number) {
  const call = server().GET("/v1/rewards", { params: { query: { page, limit } } });
  const { data, total } = await answerOf(call);
  return { rows: data, total };
}

/** Every reward of the project, whether a program has it or not. */
export function Catalogue() {
  const t = useCatalogueText();
  const r = useRewardText();
  const spoken = language.use();
  const [isAsked, setAsked] = useState(false);
  const made = <New text={t("new")} onClick={() => setAsked(true)} />;
  return (
    <>
      <Back href="/programs">{t("back")}</Back>
      <Head title={t("title")} lead={t("lead")}>
        {made}
      </Head>
      <List
        load={({ page, limit }) => load(page, limit)}
        name="rewards"
        label={t("title")}
        keyOf={({ id }) => id}
        columns={[
          {
            name: "name",
            head: r("reward"),
            cell: ({ name, attributes }) => (
              <div>
                <strong class="break">{name}</strong>
                {attributes?.description && (
                  <p class="soft small break">{attributes.description}</p>
                )}
              </div>
            ),
          },
          { name: "kind", head: r("kind"), cell: ({ type }) => r(`kind.${type}`) },
          {
            name: "stock",
            head: r("stock"),
            cell: (reward) => leftOf(reward)?.toLocaleString(spoken) ?? r("unlimited"),
          },
          {
            name: "redeemed",
            head: t("redeemed"),
            isNumber: true,
            cell: ({ redeemed }) => Number(redeemed ?? 0).toLocaleString(spoken),
          },
          {
            name: "since",
            head: r("since"),
            cell: ({ created_at }) => <span class="soft nowrap">{day(created_at, spoken)}</span>,
          },
          { name: "deeds", head: r("deeds"), cell: (reward) => <Deeds reward={reward} /> },
        ]}
        empty={{ icon: Gift, title: t("empty"), text: t("empty.text"), action: made }}
      />
      {isAsked && <RewardForm reward={null} onClose={() => setAsked(false)} />}
    </>
  );
}

function Deeds({ reward }: { reward: Reward }) {
  const t = useCatalogueText();
  const { id: rewardId, name } = reward;
  const params = { path: { rewardId } };
  return (
    <div class="row tight deeds">
      <EditDelete
        title={t("delete.title", { name })}
        text={t("delete.text")}
        remove={() => answerOf(server().DELETE("/v1/rewards/{rewardId}", { params }))}
        removed={t("deleted", { name })}
        refresh={["rewards"]}
        form={(close) => <RewardForm reward={reward} onClose={close} />}
      />
    </div>
  );
}
