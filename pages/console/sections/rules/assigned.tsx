import { Link2 } from "lucide-preact";
import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { moment } from "../../../shared/money";
import { Button } from "../../../shared/parts/button";
import { SelectField } from "../../../shared/parts/field";
import { useAct } from "../../acts";
import { List } from "../../parts/list";
import { useNames } from "../../parts/names";
import { Picker } from "../../parts/picker";
import { type ListState, orderBy } from "../../parts/query";
import { searchCampaigns, searchTiers, searchVouchers } from "../../parts/search";
import { server } from "../../session";
import { isTarget, targetOf } from "./assign";
import type { Rule } from "./editor";
import { useRuleText } from "./texts";

const CHOICES = ["campaign", "voucher", "promotion_tier"] as const;
const SEARCHES = {
  campaign: searchCampaigns,
  voucher: searchVouchers,
  promotion_tier: searchTiers,
};

const orderOf = orderBy(["created_at"], "-created_at");

async function load(id: string, { page, limit, order }: ListState) {
  const query = { page, limit, order: orderOf(order) };
  const params = { path: { validationRuleId: id }, query };
  const call = server().GET("/v1/validation-rules/{validationRuleId}/assignments", { params });
  const { data, total } = await answerOf(call);
  return { rows: data, total };
}

/** What a rule counts for, with a field that assigns it to more. */
export function Assigned({ rule: { id } }: { rule: Rule }) {
  const t = useRuleText();
  const spoken = language.use();
  const { act, isBusy } = useAct();
  const refresh = ["assignments", "rule", "rules"];
  const assign = (type: string, objectId: string) => {
    const params = { path: { validationRuleId: id } };
    const body = targetOf(type, objectId);
    const call = { params, body };
    return answerOf(server().POST("/v1/validation-rules/{validationRuleId}/assignments", call));
  };
  const unassign = async (assignmentId: string) => {
    const path = { validationRuleId: id, assignmentId };
    const at = "/v1/validation-rules/{validationRuleId}/assignments/{assignmentId}" as const;
    await answerOf(server().DELETE(at, { params: { path } }));
    return true;
  };
  const add = async (type: string, objectId: string, name: string) => {
    const run = () => assign(type, objectId);
    await act({ run, done: t("assigned.done", { name }), refresh });
  };
  return (
    <section class="stack">
      <h2>{t("assigned")}</h2>
      <Assign onAssign={(type, one, name) => void add(type, one, name)} />
      <List
        name="assignments"
        label={t("assigned")}
        order="-created_at"
        load={(state) => load(id, state)}
        keyOf={(row) => row.id}
        columns={[
          {
            name: "what",
            head: t("assigned.what"),
            cell: ({ related_object_type: type }) => (isTarget(type) ? t(type) : type),
          },
          {
            name: "id",
            head: t("assigned.id"),
            cell: (row) => <Target type={row.related_object_type} id={row.related_object_id} />,
          },
          {
            name: "since",
            head: t("assigned.since"),
            sort: "created_at",
            cell: ({ created_at }) => <span class="soft">{moment(created_at, spoken)}</span>,
          },
          {
            name: "deeds",
            head: "",
            isNumber: true,
            cell: (row) => (
              <Button
                look="little"
                isBusy={isBusy}
                onClick={() =>
                  void act({
                    run: () => unassign(row.id),
                    undo: () => assign(row.related_object_type, row.related_object_id),
                    done: t("assigned.dropped"),
                    refresh,
                  })
                }
              >
                {t("assigned.drop")}
              </Button>
            ),
          },
        ]}
        empty={{ icon: Link2, title: t("assigned.empty"), text: t("assigned.empty.text") }}
      />
    </section>
  );
}

function Target({ type, id }: { type: string; id: string }) {
  const name = useNames([id])(id);
  const href = { campaign: `/campaigns/${id}`, voucher: `/vouchers/${id}` }[type];
  return href ? <Link href={href}>{name}</Link> : <span class="mono break">{name}</span>;
}

function Assign({ onAssign }: { onAssign: (type: string, id: string, name: string) => void }) {
  const t = useRuleText();
  const [type, setType] = useState<(typeof CHOICES)[number]>("campaign");
  return (
    <div class="rule-fields">
      <SelectField
        label={t("assigned.what")}
        value={type}
        choices={CHOICES.map((one) => [one, t(one)] as const)}
        onValue={(next) => setType(CHOICES.find((one) => one === next) ?? "campaign")}
      />
      <Picker
        name={type}
        label={t(`assign.${type}`)}
        search={SEARCHES[type]}
        onPick={({ id, label }) => onAssign(type, id, label)}
      />
    </div>
  );
}
