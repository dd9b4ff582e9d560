import { ApiError } from "../../errors";

/** The refusal of a form that lacks a field. */
export const missing = (field: string): ApiError =>
  new ApiError("missing_parameters", { details: `Payload must have required property '${field}'` });
