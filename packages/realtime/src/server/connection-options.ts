import { Secret, settingFromEnv } from '@org/core';
import { misconfigured } from '../internal/wrong-input.ts';
import { completeAddress, type RealtimeAddress } from '../protocol/address.ts';
import { parseConnectionString } from '../protocol/connection-string.ts';
import type { AppCredentials } from './app-identity.ts';
import type { ServerAddress } from './service.ts';

/** The whole address and the app in one text. @public */
export interface ConnectionString {
  /**
   * `https://KEY:SECRET@HOST[:PORT]/apps/APP_ID`, instead of app, key, secret and address.
   *
   * @defaultValue REALTIME_URL, if none of those options is set
   */
  readonly connectionString?: string | Secret | undefined;
}

const parts = ['appId', 'key', 'secret', 'host', 'cluster', 'port', 'useTls', 'pathPrefix'] as const;
const variables = ['APP_ID', 'APP_KEY', 'APP_SECRET', 'APP_SECRET_FILE', 'HOST', 'PORT', 'CLUSTER'];

/**
 * The app and its address: of the options, of the connection string, or of the environment.
 *
 * @throws ConfigurationError for a connection string together with its parts
 */
export function resolveConnection<Options extends ServerAddress & AppCredentials & ConnectionString>(
  options: Options,
): AppCredentials & ServerAddress {
  const { dangerouslyAllowHttp, signPathPrefix, cluster, host, port, useTls, pathPrefix } = options;
  const consents = { dangerouslyAllowHttp, signPathPrefix };
  const part = parts.find((name) => options[name] !== undefined);
  const [source, text] = findString(options.connectionString, part);
  if (text === undefined) {
    const address = completeAddress({ cluster, host, port, useTls, pathPrefix } as RealtimeAddress);
    const { appId, key, secret } = options;
    return { appId, key, secret, ...address, ...consents };
  }
  const { address, key, secret, appId } = parseConnectionString(source, text);
  if (secret === undefined || appId === undefined)
    throw misconfigured(`${source} has no ${secret === undefined ? 'secret' : 'app id'}. ${form}`);
  return { appId, key, secret: new Secret(secret), ...address, ...consents };
}

const form = 'A server needs https://KEY:SECRET@HOST/apps/APP_ID.';

function findString(
  given: ConnectionString['connectionString'],
  part: string | undefined,
): readonly [source: string, text: string | undefined] {
  if (given !== undefined) {
    if (part !== undefined) throw misconfigured(`connectionString contains ${part}: pass one of the two.`);
    return ['connectionString', Secret.isInstance(given) ? given.reveal() : given];
  }
  const text = part === undefined ? settingFromEnv('REALTIME_URL') : undefined;
  const other = variables.find((name) => text !== undefined && settingFromEnv(`REALTIME_${name}`));
  if (other !== undefined)
    throw misconfigured(`REALTIME_URL contains REALTIME_${other}: set one of the two.`);
  return ['REALTIME_URL', text];
}
