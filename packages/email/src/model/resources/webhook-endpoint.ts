import type { Secret } from '@org/core';
import { type DeliveryEventType, deliveryEventTypes } from '../delivery-event.ts';
import { listOf, oneOf } from '../reader.ts';
import { readFilledText, textWithout } from '../text.ts';
import { readProviderOptions } from './list.ts';

/** A webhook to create. @public */
export interface WebhookEndpointInput {
  /** Your own `https:` address; `http:` on this machine only. */
  readonly url: string;
  readonly events: readonly DeliveryEventType[];
  /** Its name in the service, where webhooks have names. */
  readonly name?: string | undefined;
  /** Options of one driver, under its name: the version of MailerSend's webhooks. */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** A webhook as the service knows it. @public */
export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  /** Without the service's events that have no counterpart here. */
  readonly events: readonly DeliveryEventType[];
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** The signing secret, where the service answers it. Store it: it may not be shown again. */
  readonly secret?: Secret | undefined;
}

/** Plain http is for a stand-in of the service on this machine. */
const secure = /^https:\/\/|^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?(?:\/|$)/i;

export const webhookEndpointReaders = {
  url: textWithout((url) => (secure.test(url) && URL.canParse(url) ? undefined : 'must be an https: URL')),
  events: listOf(oneOf(...deliveryEventTypes)),
  name: readFilledText,
  providerOptions: readProviderOptions,
};
