import { ApiError, errorBody, errors } from "../errors";

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

/** The status that the answer is sent with. */
export function statusOf({ success }: AnswerForm, answer: Answer): number {
  if (answer === DONE) return 204;
  if (answer instanceof ApiError) return errors[answer.key].status;
  return typeof success === "function" ? success(answer) : success;
}

/** The answer as status and text. */
export function writeOut(form: AnswerForm, answer: Answer, requestId: string): WrittenAnswer {
  const status = statusOf(form, answer);
  if (answer === DONE) return { answer, status, text: null };
  if (answer instanceof ApiError) {
    return { answer, status, text: JSON.stringify(errorBody(answer.key, answer.facts, requestId)) };
  }
  return { answer, status, text: JSON.stringify(form.shape(answer)) };
}

/** An answer of status 200 that drops nothing. */
export const PLAIN_FORM: AnswerForm = { success: 200, shape: (answer) => answer };
