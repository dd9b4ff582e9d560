import { answerOf } from "../../../../clients/typescript/src";
import { server } from "../../session";

export const campaignOf = (campaignId: string) =>
  answerOf(server().GET("/v1/campaigns/{campaignId}", { params: { path: { campaignId } } }));
