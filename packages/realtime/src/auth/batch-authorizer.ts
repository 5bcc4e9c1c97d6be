import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { isRecord } from '../internal/json.ts';
import { misconfigured } from '../internal/wrong-input.ts';
import type { AuthorizeBatch, BatchAuthorizer } from './authorizer.ts';
import type { BatchOptions } from './authorizer-options.ts';

const batchNames: OptionNames<BatchOptions> = { maxChannels: 0, delayMs: 0 };

/**
 * Gets the tokens of many channels with one call: channels that need a token at about the same time are
 * collected. Use it as `authorize` of a client. @public
 *
 * @example
 * const authorize = batchAuthorizer(async ({ socketId, channelNames }) => {
 *   const body = JSON.stringify({ socketId, channelNames });
 *   return (await fetch('/realtime/tokens', { method: 'POST', body })).json();
 * });
 * const realtime = createRealtimeClient({ key: 'app-key', cluster: 'eu', authorize });
 *
 * @throws ConfigurationError for invalid options
 */
export function batchAuthorizer(
  authorizeChannels: AuthorizeBatch,
  options: BatchOptions = {},
): BatchAuthorizer {
  refuseUnknown(options, batchNames, 'batchAuthorizer()');
  if (typeof authorizeChannels !== 'function')
    throw misconfigured('batchAuthorizer needs a function that returns the tokens by channel name.');
  if (!isRecord(options as unknown)) throw misconfigured('batch must be true, or { maxChannels, delayMs }.');
  const { maxChannels = 100, delayMs = 10 } = options;
  if (!(Number.isSafeInteger(maxChannels) && maxChannels >= 1))
    throw misconfigured('maxChannels must be a whole number, 1 or more.');
  if (!(Number.isFinite(delayMs) && delayMs >= 0))
    throw misconfigured('delayMs must be a number of milliseconds, 0 or more.');
  return { authorizeChannels, maxChannels, delayMs };
}
