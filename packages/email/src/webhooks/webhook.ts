import type { ClaimedWebhook } from '@org/core/webhooks';
import type { DeliveryEvent } from '../model/delivery-event.ts';

/** A verified webhook. Handle its events, then `settle` or `release` it. @public */
export interface Webhook extends ClaimedWebhook {
  /** One event, or several where the service sends them in batches; none for a test of the address. */
  readonly events: readonly DeliveryEvent[];
}
