import type { CallOptions } from './call-options.ts';
import type { HttpAnswer } from './http/response.ts';

/** What a call gave, and what the service really answered. @public */
export interface WithResponse<Value> {
  readonly value: Value;
  /** The answer that the value was made of; the last, where a call made several. `undefined` where the driver does not speak HTTP. */
  readonly answer: HttpAnswer | undefined;
  /** All answers in order of arrival: also those that led to a retry, and one for each part of a call that was split. */
  readonly answers: readonly HttpAnswer[];
}

/**
 * Any call of any client, with the raw answers beside its value. Give the options you get to the call.
 *
 * @example
 * ```ts
 * const { value, answer } = await withResponse((options) => email.send(message, options));
 * answer?.headers.get('x-ratelimit-remaining');
 * ```
 *
 * @throws whatever the call throws, untouched. For the answers of a call that fails, use the hook `afterAnswer`.
 * @public
 */
export async function withResponse<Value>(
  call: (options: CallOptions) => Promise<Value>,
  options: CallOptions = {},
): Promise<WithResponse<Value>> {
  const answers: HttpAnswer[] = [];
  const collect = { afterAnswer: (answer: HttpAnswer) => void answers.push(answer) };
  const value = await call({ ...options, hooks: [options.hooks ?? [], collect].flat() });
  return { value, answer: answers.at(-1), answers };
}
