import { misconfigured } from './internal/wrong-input.ts';
import type { RealtimeAddress } from './protocol/address.ts';
import { parseConnectionString } from './protocol/connection-string.ts';

/**
 * The options `key`, `host` or `cluster`, `port`, `useTls` and `pathPrefix` of a client, from
 * `wss://KEY@HOST[:PORT][/PREFIX]`: `createRealtimeClient({ ...fromConnectionString(text), authorize })`.
 * The form of a server without its secret, `https://KEY@HOST/apps/APP_ID`, is accepted too. No error contains
 * the text. @public
 *
 * @example
 * const address = fromConnectionString('wss://app-key@ws.example.com/realtime');
 * const realtime = createRealtimeClient({ ...address });
 *
 * @throws ConfigurationError for another text, and for one with the app's secret
 */
export function fromConnectionString(text: string): RealtimeAddress & { readonly key: string } {
  const { address, key, secret } = parseConnectionString('The connection string', text);
  if (secret !== undefined)
    throw misconfigured(
      'The connection string contains the app secret, which belongs on a server: remove ":SECRET".',
    );
  return { ...address, key };
}
