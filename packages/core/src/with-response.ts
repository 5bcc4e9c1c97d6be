import type { CallOptions } from './call-options.ts';
import type { ServiceResponse } from './http/response.ts';
import { optionKinds, requireArgument } from './options/option-kinds.ts';

/** The value of a call, and the responses that it was made of. @public */
export interface WithResponse<Value> {
  readonly value: Value;
  /** The last response. `undefined` where the driver does not speak HTTP. */
  readonly response: ServiceResponse | undefined;
  /**
   * All responses in order of arrival: also those that led to a retry, and one for each part of a split call.
   */
  readonly responses: readonly ServiceResponse[];
}

/**
 * Any call of any client, with its value and the raw responses. Pass the given options to the call. @public
 *
 * @example
 * ```ts
 * const { value, response } = await withResponse((options) => email.send(message, options));
 * response?.headers.get('x-ratelimit-remaining');
 * ```
 *
 * @throws whatever the call throws, untouched. For the responses of a failed call, use the hook
 * `afterResponse`.
 */
export async function withResponse<Value>(
  call: (options: CallOptions) => Promise<Value>,
  options: CallOptions = {},
): Promise<WithResponse<Value>> {
  requireArgument('call', call, optionKinds.function);
  const responses: ServiceResponse[] = [];
  const collect = { afterResponse: (response: ServiceResponse) => void responses.push(response) };
  const value = await call({ ...options, hooks: [options.hooks ?? [], collect].flat() });
  return { value, response: responses.at(-1), responses };
}
