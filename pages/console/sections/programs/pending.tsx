import { Hourglass } from "lucide-preact";
import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { day } from "../../../shared/money";
import { Button } from "../../../shared/parts/button";
import { useAct } from "../../acts";
import { AskedButton } from "../../parts/asked";
import { More, partOf } from "../../parts/more";
import { orderBy } from "../../parts/query";
import { server } from "../../session";
import type { Campaign } from "../campaigns/facts";
import { CardLink } from "./card-link";
import { usePointsText } from "./points-texts";

type PendingEntry = Schemas["LoyaltyPendingPoints"];

const orderOf = orderBy(["id"], "-id");

async function load(
  campaignId: string,
  member: string | null,
  { after, order }: { after: string | null; order: string | null },
) {
  const query = {
    limit: 20,
    order: orderOf(order),
    ...(after !== null && { starting_after_id: after }),
  };
  const call =
    member === null
      ? server().GET("/v1/loyalties/{campaignId}/pending-points", {
          params: { path: { campaignId }, query },
        })
      : server().GET("/v1/loyalties/{campaignId}/members/{memberId}/pending-points", {
          params: { path: { campaignId, memberId: member }, query },
        });
  return partOf(await answerOf(call));
}

interface PendingListProps {
  programId: string;
  /** The code of one member; null for all of the program. */
  member: string | null;
}

/** Points that were earned and do not count yet. */
export function PendingList({ programId, member }: PendingListProps) {
  const t = usePointsText();
  const spoken = language.use();
  return (
    <More
      load={(after, { order }) => load(programId, member, { after, order })}
      name={[`points of ${programId}`, "pending", member]}
      label={t("pending")}
      order="-id"
      keyOf={({ id }) => id}
      columns={[
        {
          name: "when",
          head: t("when"),
          sort: "id",
          cell: ({ created_at }) => <span class="nowrap">{day(created_at, spoken)}</span>,
        },
        {
          name: "card",
          head: t("card"),
          cell: ({ voucher_id }) => <CardLink programId={programId} id={voucher_id} />,
        },
        {
          name: "order",
          head: t("order"),
          cell: ({ order_id }) => <span class="mono small break">{order_id}</span>,
        },
        {
          name: "points",
          head: t("points"),
          isNumber: true,
          cell: ({ points }) => points.toLocaleString(spoken),
        },
        {
          name: "from",
          head: t("from"),
          cell: ({ activates_at }) => <span class="nowrap">{day(activates_at, spoken)}</span>,
        },
        {
          name: "deeds",
          head: t("deeds"),
          cell: (entry) => <PendingDeeds programId={programId} entry={entry} />,
        },
      ]}
      empty={{ icon: Hourglass, title: t("pending.none"), text: t("pending.none.text") }}
    />
  );
}

function PendingDeeds({ programId, entry }: { programId: string; entry: PendingEntry }) {
  const t = usePointsText();
  const { act, isBusy } = useAct();
  const { id: pendingPointsId, voucher_id: memberId, points: n } = entry;
  const path = { params: { path: { memberId, pendingPointsId } } };
  const refresh = [`points of ${programId}`, `members of ${programId}`, "programs"];
  const activate = () => {
    const run = () =>
      answerOf(
        server().POST(
          "/v1/loyalties/members/{memberId}/pending-points/{pendingPointsId}/activate",
          path,
        ),
      );
    return act({ run, done: t("activated", { n }), refresh });
  };
  const cancel = (close: () => void) => {
    const run = () =>
      answerOf(
        server().POST(
          "/v1/loyalties/members/{memberId}/pending-points/{pendingPointsId}/cancel",
          path,
        ),
      );
    return act({ run, done: t("canceled", { n }), leave: close, refresh });
  };
  return (
    <div class="row tight deeds">
      <Button look="little" isBusy={isBusy} onClick={() => void activate()}>
        {t("activate")}
      </Button>
      <AskedButton
        deed={t("cancel")}
        title={t("cancel.title", { n })}
        text={t("cancel.text")}
        look="little danger"
        isBusy={isBusy}
        onConfirm={cancel}
      />
    </div>
  );
}

/** Points of all members that do not count yet. */
export const Pending = ({ program: { id } }: { program: Campaign }) => (
  <PendingList programId={id} member={null} />
);
