import { Trash2 } from "lucide-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { moment } from "../../../shared/money";
import { Head } from "../../parts/head";
import { More, partOf } from "../../parts/more";
import { filtered, orderBy } from "../../parts/query";
import { server } from "../../session";
import { BinDeeds } from "./deeds";
import { useBinText } from "./texts";

const KINDS = ["voucher", "campaign", "product", "sku"] as const;
const orderOf = orderBy(["id"], "-id");

interface Asked {
  after: string | null;
  order: string | null;
  name?: string | undefined;
  kind?: string | undefined;
}

async function load({ after, order, name, kind }: Asked) {
  const asked = filtered({
    ...(name && { resource_name: { conditions: { $contains: [name] } } }),
    ...(kind && { resource_type: { conditions: { $is: [kind] } } }),
  });
  const query = {
    limit: 20,
    order: orderOf(order),
    ...(after !== null && { starting_after_id: after }),
    ...asked,
  };
  return partOf(await answerOf(server().GET("/v1/trash-bin", { params: { query } })));
}

/** What was deleted and can be brought back. */
export default function Bin() {
  const t = useBinText();
  const spoken = language.use();
  return (
    <>
      <Head title={t("title")} lead={t("lead")} />
      <More
        load={(after, { order, filters: { name, kind } }) => load({ after, order, name, kind })}
        name={["bin"]}
        label={t("title")}
        order="-id"
        keyOf={({ id }) => id}
        filters={[
          { name: "name", label: t("name") },
          {
            name: "kind",
            label: t("kind"),
            choices: KINDS.map((kind) => [kind, t(`kind.${kind}`)] as const),
          },
        ]}
        columns={[
          {
            name: "name",
            head: t("name"),
            cell: ({ resource_name }) => <strong class="break">{resource_name}</strong>,
          },
          {
            name: "kind",
            head: t("kind"),
            cell: ({ resource_type }) => t(`kind.${resource_type}`),
          },
          {
            name: "deleted",
            head: t("deleted"),
            sort: "id",
            cell: ({ created_at }) => <span class="nowrap">{moment(created_at, spoken)}</span>,
          },
          { name: "actions", head: t("actions"), cell: (entry) => <BinDeeds entry={entry} /> },
        ]}
        empty={{ icon: Trash2, title: t("empty"), text: t("empty.text") }}
      />
    </>
  );
}
