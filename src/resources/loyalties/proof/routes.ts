import { route } from "../../../http/route";
import { proveLedger } from "./prove";
import { LedgerProof, ProofQuery } from "./schema";

export const ledgerProofs = [
  route(
    "GET",
    "/:campaignId/ledger-proof",
    {
      summary: "Work out anew what the cards of a loyalty program owe at an instant",
      query: ProofQuery,
      answer: LedgerProof,
      errors: ["not_found", "invalid_campaign", "invalid_query_params"],
    },
    (scope, { params, query }) => proveLedger(scope, params.campaignId, query),
  ),
];
