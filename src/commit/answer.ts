import { ApiError, errorBody } from "../errors";

/**
 * What a use case answers: a body, `DONE` where there is nothing to show, or an `ApiError` for a
 * failure that it has recorded. One that is thrown instead leaves nothing behind.
 */
export type Answer = object;

/** Done, and nothing to show. */
export const DONE = Object.freeze({});

/** 202 is for what goes on in the background; some operations tell by their answer. */
export type Success = 200 | 202 | ((answer: Answer) => 200 | 202);

/** How an operation tells what its use case answers. */
export interface Telling {
  success: Success;
  /** For browsers an allow-list: what it does not name is dropped. */
  shape: (answer: Answer) => Answer;
}

/** An answer as it leaves and as it is kept for a repetition; no text is no body. */
export interface Told {
  answer: Answer;
  status: number;
  text: string | null;
}

/** The answer as status and text. */
export function tell({ success, shape }: Telling, answer: Answer, requestId: string): Told {
  if (answer === DONE) return { answer, status: 204, text: null };
  if (answer instanceof ApiError) {
    const body = errorBody(answer.key, answer.facts, requestId);
    return { answer, status: body.code, text: JSON.stringify(body) };
  }
  const status = typeof success === "function" ? success(answer) : success;
  return { answer, status, text: JSON.stringify(shape(answer)) };
}

/** Tells an answer as it is. */
export const AS_IT_IS: Telling = { success: 200, shape: (answer) => answer };
