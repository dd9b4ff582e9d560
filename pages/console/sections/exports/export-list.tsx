import { Download, FileDown } from "lucide-preact";
import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { moment } from "../../../shared/money";
import { useAct } from "../../acts";
import { AskedButton } from "../../parts/asked";
import { Head, New } from "../../parts/head";
import { List } from "../../parts/list";
import { orderBy } from "../../parts/query";
import { Progress, useWork } from "../../parts/work";
import { server } from "../../session";
import { useExportText } from "./texts";

type Export = Schemas["Export"];

const orderOf = orderBy(["created_at", "status"], "-created_at");
const LOOKS = { SCHEDULED: "", IN_PROGRESS: "accent", DONE: "good", ERROR: "bad" } as const;
const POLL_MS = 1_500;

const isOnItsWay = ({ status }: Export) => status === "SCHEDULED" || status === "IN_PROGRESS";

/** The cast holds: an object that has no text is shown under its own name. */
const kindText = (t: ReturnType<typeof useExportText>, kind: string) => {
  const text = t(`kind.${kind}` as "kind.voucher");
  return text === `kind.${kind}` ? kind : text;
};

/** Every export of the project; those that are being written are asked for again. */
export function ExportList() {
  const t = useExportText();
  const spoken = language.use();
  return (
    <>
      <Head title={t("title")}>
        <New href="/exports/new" text={t("new")} />
      </Head>
      <List<Export>
        name="exports"
        label={t("title")}
        order="-created_at"
        load={async ({ page, order, limit }) => {
          const query = { page, limit, order: orderOf(order) };
          const { exports, total } = await answerOf(
            server().GET("/v1/exports", { params: { query } }),
          );
          return { rows: exports, total };
        }}
        keyOf={({ id }) => id}
        pollMs={(rows) => rows.some(isOnItsWay) && POLL_MS}
        columns={[
          {
            name: "kind",
            head: t("kind"),
            cell: ({ exported_object }) => kindText(t, exported_object),
          },
          { name: "chosen", head: t("chosen"), cell: (row) => <Chosen row={row} /> },
          {
            name: "made",
            head: t("made"),
            sort: "created_at",
            cell: ({ created_at }) => moment(created_at, spoken),
          },
          {
            name: "state",
            head: t("state"),
            sort: "status",
            cell: ({ status }) => (
              <span class={`badge ${LOOKS[status]}`}>{t(`state.${status}`)}</span>
            ),
          },
          { name: "file", head: t("file"), cell: (row) => <File row={row} /> },
        ]}
        empty={{
          icon: FileDown,
          title: t("empty"),
          text: t("empty.text"),
          action: <New href="/exports/new" text={t("new")} />,
        }}
      />
    </>
  );
}

function Chosen({ row: { parameters } }: { row: Export }) {
  const t = useExportText();
  const { filters = {}, campaign_id } = parameters;
  const n = Object.keys(filters).filter((field) => field !== "junction").length;
  const words = [...(campaign_id ? [t("campaign")] : []), ...(n > 0 ? [t("filtered", { n })] : [])];
  return <span>{words.length > 0 ? words.join(", ") : t("all")}</span>;
}

/** How far the file is; a bar without an end where nothing tells yet. */
function Writing({ actionId }: { actionId: string }) {
  const t = useExportText();
  const { work } = useWork(actionId, ["exports"]);
  if (work) return <Progress work={work} />;
  return (
    <span class="meter endless" role="progressbar" aria-label={t("writing")}>
      <span />
    </span>
  );
}

/** The way to the file, once there is one; until then how far it is. */
function File({ row }: { row: Export }) {
  const t = useExportText();
  const spoken = language.use();
  const { act, isBusy } = useAct();
  const { id, result, exported_object, created_at } = row;
  const remove = (close: () => void) => {
    const params = { path: { exportId: id } };
    const run = () => answerOf(server().DELETE("/v1/exports/{exportId}", { params }));
    return act({ run, done: t("deleted"), leave: close, refresh: ["exports"] });
  };
  const label = t("download.of", {
    kind: kindText(t, exported_object),
    when: moment(created_at, spoken),
  });
  return (
    <span class="row tight export-file">
      {isOnItsWay(row) && row.async_action_id !== null && (
        <Writing actionId={row.async_action_id} />
      )}
      {result && (
        <a class="button little" href={result.url} download aria-label={label}>
          <Download size={14} aria-hidden="true" />
          {t("download")}
        </a>
      )}
      <AskedButton
        deed={t("delete")}
        title={t("delete.title")}
        text={t("delete.text")}
        look="little danger"
        isBusy={isBusy}
        onConfirm={remove}
      />
    </span>
  );
}
