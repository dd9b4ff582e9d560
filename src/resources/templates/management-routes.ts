import { route } from "../../http/route";
import { copyTemplate } from "./copy";
import { templateList } from "./routes";
import { CampaignTemplate, TemplateCopy } from "./schema";

/** Templates as those see them who look after several projects. */
export const templatesOfProject = [
  templateList("List a project's campaign templates", ["not_found"]),
  route(
    "POST",
    "/:campaignTemplateId/copy",
    {
      summary: "Copy a campaign template, also to another project",
      body: TemplateCopy,
      answer: CampaignTemplate,
      errors: ["not_found", "duplicate_found", "multiple_requests"],
    },
    (scope, { params, body }) => copyTemplate(scope, params.campaignTemplateId, body),
  ),
];
