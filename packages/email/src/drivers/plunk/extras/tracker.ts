/// <reference lib="esnext.disposable" preserve="true" />

import {
  bearerAuth,
  type CallOptions,
  type CredentialInput,
  credentialFrom,
  defineService,
  fromEnv,
  settingFromEnv,
} from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { type EngineOptions, engineOptionNames, httpDriver } from '@org/core/driver';
import { redactAddresses, userAgentProduct } from '../../../driver.ts';
import { plunkLimits } from '../limits.ts';
import type { PlunkEvent, TrackedEvent } from './model.ts';

const trackerNames: OptionNames<PlunkTrackerOptions> = {
  ...engineOptionNames,
  publicKey: 0,
  baseUrl: 0,
  dangerouslyAllowHttp: 0,
};

/** The address and the public key of a Plunk, and the engine's options. @public */
export interface PlunkTrackerOptions extends EngineOptions {
  /**
   * The project's public key (`pk_…`), which may be in a browser. The secret key is refused by Plunk here.
   *
   * @defaultValue the environment's `PLUNK_PUBLIC_KEY`
   */
  readonly publicKey?: CredentialInput | undefined;
  /** The API's origin, for a self-hosted Plunk. @defaultValue as for `plunk()` */
  readonly baseUrl?: string | undefined;
  /** Allows plain `http` to another machine. @defaultValue false */
  readonly dangerouslyAllowHttp?: boolean | undefined;
}

/** Sends events with the public key. @public */
export interface PlunkTracker {
  /**
   * Reports an event of a contact, at most once: an attempt without a response is repeated with the same key.
   *
   * @throws InvalidInputError for an invalid field, or a name that Plunk reserves; nothing was sent
   * @throws IdempotencyConflictError for a key that was used before
   */
  track(event: PlunkEvent, options?: CallOptions): Promise<TrackedEvent>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Reports events to Plunk. It has a separate client, because the endpoint accepts only the public key.
 *
 * @example
 * const tracker = createPlunkTracker(); // PLUNK_PUBLIC_KEY
 * await tracker.track({ event: 'purchase', email: 'bob@example.com', variables: { orderId: '17' } });
 *
 * @throws ConfigurationError for a base URL that cannot work
 * @public
 */
export function createPlunkTracker(options: PlunkTrackerOptions = {}): PlunkTracker {
  refuseUnknown(options, trackerNames, 'createPlunkTracker()');
  const { publicKey, baseUrl, dangerouslyAllowHttp, ...engine } = options;
  const service = defineService({
    name: 'plunk',
    baseUrl: baseUrl ?? settingFromEnv('PLUNK_BASE_URL', 'baseUrl') ?? 'https://next-api.useplunk.com',
    dangerouslyAllowHttp,
    auth: bearerAuth(),
    credential: credentialFrom(publicKey, fromEnv('PLUNK_PUBLIC_KEY')),
    credentialOption: 'publicKey',
    publicCredential: true,
    limits: plunkLimits,
    product: userAgentProduct,
    redact: redactAddresses,
    requestIdHeaders: ['x-request-id'],
  });
  const operations = () => import('./track.ts');
  const session = httpDriver({ service, operations, capabilities: {} }).open(engine);
  const close = () => session.close();
  return {
    track: (event, callOptions) => session.execute('track', event, callOptions),
    close,
    [Symbol.asyncDispose]: close,
  };
}
