import { readOptions } from '../internal/read-options.ts';
import { misconfigured } from '../internal/wrong-input.ts';
import type { AuthorizeBatch, BatchAuthorizer } from './authorizer.ts';
import type { BatchOptions } from './authorizer-options.ts';

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
export function batchAuthorizer(authorizeChannels: AuthorizeBatch, options?: BatchOptions): BatchAuthorizer {
  if (typeof authorizeChannels !== 'function')
    throw misconfigured('batchAuthorizer needs a function that returns the tokens by channel name.');
  const defaults = { maxChannels: 100, delayMs: 10 };
  const { maxChannels, delayMs } = readOptions('batchAuthorizer()', options, defaults);
  if (!(Number.isSafeInteger(maxChannels) && maxChannels >= 1))
    throw misconfigured('maxChannels must be a whole number, 1 or more.');
  if (!(Number.isFinite(delayMs) && delayMs >= 0))
    throw misconfigured('delayMs must be a number of milliseconds, 0 or more.');
  return { authorizeChannels, maxChannels, delayMs };
}
