import { composedSendDriver, readRates, webhookPart } from '../../light/kit.ts';
import type { SendDriver } from '../../light/names.ts';
import { classifyPlunkFailure as classify } from './errors.ts';
import { type PlunkCapabilities, plunkCapabilities } from './limits.ts';
import { sendRequest as send } from './send-request.ts';
import { type PlunkOptions, plunkService } from './service.ts';
import { webhookScheme } from './webhooks.ts';

export type * from '../../light/names.ts';
export { createEmailClient, lateContent } from '../../light/names.ts';
export type { PlunkCapabilities } from './limits.ts';
export type { PlunkMessageOptions } from './options.ts';
export type { PlunkOptions } from './service.ts';

/**
 * `plunk()` of `@org/email/plunk` that only sends: for `createEmailClient` of this entry. @public
 *
 * @example
 * const email = createEmailClient({ driver: plunk() });
 */
export function plunk(options: PlunkOptions = {}): SendDriver<PlunkCapabilities, 'plunk'> {
  return composedSendDriver(plunkService(options), options, {
    send,
    classify,
    readRates,
    capabilities: plunkCapabilities,
  });
}

/** Receives the service's webhooks: `createEmailClient({ driver: plunk(), use: webhooks })`. @public */
export const webhooks = /* @__PURE__ */ webhookPart('plunk', webhookScheme);
