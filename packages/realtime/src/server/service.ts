import {
  type AuthTarget,
  type Classify,
  type CredentialInput,
  defineService,
  requestSigner,
  type ServiceDefinition,
} from '@org/core';
import { version } from '../internal/product.ts';
import { misconfigured } from '../internal/wrong-input.ts';
import { hasAddress, isLoopback, type RealtimeAddress, serviceUrl, usesTls } from '../protocol/address.ts';

/** The address of the service's REST API. @public */
export type ServerAddress = RealtimeAddress & {
  /**
   * Allows `useTls: false` to another machine. Anyone on the network can then read the events, but not the
   * secret, which is never sent. For a server in your own network.
   *
   * @defaultValue false
   */
  readonly dangerouslyAllowHttp?: boolean | undefined;
  /** Whether the server's signatures cover `pathPrefix`: soketi's do, Reverb's do not. @defaultValue false */
  readonly signPathPrefix?: boolean | undefined;
};

/** What the calls of a client do with each request and response. */
export interface ServiceRules {
  sign(target: AuthTarget, secret: string): void | Promise<void>;
  readonly classify: Classify;
}

export function createService(
  address: ServerAddress,
  secret: CredentialInput,
  secrets: ServiceDefinition['secrets'],
  { sign, classify }: ServiceRules,
): ServiceDefinition {
  // Without an address a server signs tokens and reads webhooks, and `AppIdentity.address` refuses calls.
  const location = hasAddress(address) ? address : { ...address, host: 'localhost', cluster: undefined };
  const baseUrl = serviceUrl(location, { scheme: 'http', subdomain: 'api' });
  const { dangerouslyAllowHttp = false } = address;
  const host = new URL(baseUrl).hostname;
  requireBooleans(address, 'dangerouslyAllowHttp', 'signPathPrefix');
  if (!usesTls(location) && !isLoopback(host) && !dangerouslyAllowHttp)
    throw misconfigured(`Plain http sends events to ${host} as readable text. ${consent}`);
  return defineService({
    name: 'realtime',
    baseUrl,
    dangerouslyAllowHttp,
    auth: requestSigner(sign, {
      queryNames: ['auth_timestamp', 'auth_version', 'body_md5', 'auth_signature'],
    }),
    credential: secret,
    credentialOption: 'secret',
    secrets,
    classify,
    timeoutMs: 10_000,
    product: `org-realtime/${version}`,
  });
}

const consent = 'Use https (useTls: true); in your own network, set dangerouslyAllowHttp: true.';

/** @throws ConfigurationError */
export function requireBooleans<Options>(
  options: Options,
  ...names: readonly (keyof Options & string)[]
): void {
  for (const name of names)
    if (!/^(?:boolean|undefined)$/.test(typeof options[name]))
      throw misconfigured(`${name} must be a boolean.`);
}
