import { Webhook as WebhookIcon } from "lucide-preact";
import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { day } from "../../../shared/money";
import { Button } from "../../../shared/parts/button";
import { Head } from "../../parts/head";
import { List } from "../../parts/list";
import { management, useProject } from "../../session";
import { WebhookForm } from "./form";
import { RotateSecret } from "./rotate-secret";
import { WebhookState } from "./state";
import { useWebhookText } from "./texts";

async function webhooksOf(projectId: string) {
  const call = management().GET("/management/v1/projects/{projectId}/webhooks", {
    params: { path: { projectId } },
  });
  const { data, total } = await answerOf(call);
  return { rows: data, total };
}

/** Who is told of events. */
export function WebhookList() {
  const t = useWebhookText();
  const spoken = language.use();
  const { id: projectId } = useProject();
  const [isMaking, setMaking] = useState(false);
  const create = (
    <Button look="main" onClick={() => setMaking(true)}>
      {t("create")}
    </Button>
  );
  return (
    <>
      <Head title={t("title")} lead={t("lead")}>
        <div class="row">
          <RotateSecret />
          {create}
        </div>
      </Head>
      {isMaking && <WebhookForm webhook={null} onClose={() => setMaking(false)} />}
      <List
        load={() => webhooksOf(projectId)}
        name="webhooks"
        label={t("title")}
        keyOf={({ id }) => id}
        columns={[
          {
            name: "url",
            head: t("url"),
            cell: ({ id, target_url }) => (
              <Link href={`/webhooks/${id}`} class="break">
                {target_url}
              </Link>
            ),
          },
          {
            name: "events",
            head: t("events"),
            cell: ({ events }) => t("events.n", { n: events.length }),
          },
          {
            name: "state",
            head: t("state"),
            cell: (webhook) => <WebhookState webhook={webhook} />,
          },
          {
            name: "made",
            head: t("made"),
            cell: ({ created_at }) => <span class="soft nowrap">{day(created_at, spoken)}</span>,
          },
        ]}
        empty={{ icon: WebhookIcon, title: t("empty"), text: t("empty.text") }}
      />
    </>
  );
}
