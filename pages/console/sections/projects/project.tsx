import { useLocation } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { day } from "../../../shared/money";
import { Head } from "../../parts/head";
import { One } from "../../parts/one";
import { management, useProject } from "../../session";
import { BackupsOf } from "./backups/backups";
import { Deeds } from "./deeds";
import { Living } from "./move/living";
import { useProjectText } from "./texts";

/** One project: what it is, where it lives, and what was kept of it. */
export function Project({ id }: { id: string }) {
  const t = useProjectText();
  const spoken = language.use();
  const opened = useProject().id;
  const [, go] = useLocation();
  const params = { path: { projectId: id } };
  return (
    <One
      name={["projects", id]}
      load={() => answerOf(management().GET("/management/v1/projects/{projectId}", { params }))}
      back={["/projects", t("back")]}
    >
      {(project) => (
        <>
          <Head
            title={project.name}
            {...(project.description && { lead: project.description })}
            beside={
              <>
                {id === opened && <span class="badge accent">{t("opened")}</span>}
                {project.is_sandbox && <span class="badge warn">{t("sandbox")}</span>}
              </>
            }
          >
            <Deeds project={project} onGone={() => go("/projects")} />
          </Head>
          <dl class="card facts">
            {(
              [
                [t("id"), <code key="id">{id}</code>],
                [t("currency"), project.currency],
                [t("timezone"), project.timezone],
                [t("made"), day(project.created_at, spoken)],
              ] as const
            ).map(([head, value]) => (
              <div key={head}>
                <dt>{head}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <Living project={project} />
          <BackupsOf project={project} />
        </>
      )}
    </One>
  );
}
