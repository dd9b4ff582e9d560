import { CalendarClock } from "lucide-preact";
import { answerOf } from "../../../../../clients/typescript/src";
import { language } from "../../../../shared/language";
import { day } from "../../../../shared/money";
import { List } from "../../../parts/list";
import { server } from "../../../session";
import { useMemberText } from "./texts";

async function load(path: { campaignId: string; memberId: string }, page: number, limit: number) {
  const params = { path, query: { page, limit } };
  const call = server().GET("/v1/loyalties/{campaignId}/members/{memberId}/points-expiration", {
    params,
  });
  const { data, total } = await answerOf(call);
  return { rows: data, total };
}

/** On which days how many points of a card expire. */
export function Expiration({ programId, code }: { programId: string; code: string }) {
  const t = useMemberText();
  const spoken = language.use();
  const path = { campaignId: programId, memberId: code };
  return (
    <List
      load={({ page, limit }) => load(path, page, limit)}
      name={`buckets of ${code}`}
      label={t("view.expiration")}
      keyOf={({ id }) => id}
      columns={[
        { name: "day", head: t("day"), cell: ({ expires_at }) => day(expires_at, spoken) },
        {
          name: "points",
          head: t("points.head"),
          isNumber: true,
          cell: ({ bucket }) => bucket.total_points.toLocaleString(spoken),
        },
        {
          name: "state",
          head: t("state"),
          cell: ({ status }) => (
            <span class={`badge ${status === "ACTIVE" ? "good" : ""}`}>
              {t(`bucket.${status}`)}
            </span>
          ),
        },
      ]}
      empty={{ icon: CalendarClock, title: t("expiration.none") }}
    />
  );
}
