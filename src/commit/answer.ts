import { ApiError, errorBody } from "../errors";

/**
 * What a use case answers: a body, `DONE` where there is nothing to show, or an `ApiError` for a
 * failure that it has recorded. One that is thrown instead leaves nothing behind.
 */
export type Answer = object;

/** Done, and nothing to show. */
export const DONE = Object.freeze({});

/**
 * The status of an answer that is no failure: 202 where work goes on in the background. Of some
 * operations only the answer tells whether it does.
 */
export type SuccessStatus = 200 | 202 | ((answer: Answer) => 200 | 202);

/** How an operation writes out what its use case answers. */
export interface AnswerForm {
  success: SuccessStatus;
  /** For browsers an allow-list: what it does not name is dropped. */
  shape: (answer: Answer) => Answer;
}

/** An answer as it is sent, and as it is kept for a repetition; no text is no body. */
export interface WrittenAnswer {
  answer: Answer;
  status: number;
  text: string | null;
}

/** The answer as status and text. */
export function writeOut(
  { success, shape }: AnswerForm,
  answer: Answer,
  requestId: string,
): WrittenAnswer {
  if (answer === DONE) return { answer, status: 204, text: null };
  if (answer instanceof ApiError) {
    const body = errorBody(answer.key, answer.facts, requestId);
    return { answer, status: body.code, text: JSON.stringify(body) };
  }
  const status = typeof success === "function" ? success(answer) : success;
  return { answer, status, text: JSON.stringify(shape(answer)) };
}

/** An answer of status 200 that drops nothing. */
export const PLAIN_FORM: AnswerForm = { success: 200, shape: (answer) => answer };
