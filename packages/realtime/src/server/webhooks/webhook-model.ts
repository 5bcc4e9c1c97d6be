import type { ClaimedWebhook } from '@org/core/webhooks';

export type { WebhookRequest } from '@org/core/webhooks';

/** One event of a webhook, by its `type`. @public */
export type WebhookEvent =
  | { readonly type: 'channel_occupied' | 'channel_vacated' | 'cache_miss'; readonly channel: string }
  | { readonly type: 'member_added' | 'member_removed'; readonly channel: string; readonly userId: string }
  | { readonly type: 'subscription_count'; readonly channel: string; readonly subscriptionCount: number }
  | {
      readonly type: 'client_event';
      readonly channel: string;
      readonly event: string;
      /** Decrypted on an end-to-end encrypted channel. */
      readonly data: unknown;
      /** The text of `data`, before it was parsed. */
      readonly raw?: string;
      /** `data` is as received: it has another key, or there is no `encryptionMasterKey`. */
      readonly isEncrypted?: true;
      readonly socketId?: string;
      readonly userId?: string;
    }
  /** An event that this version does not know. */
  | { readonly type: 'other'; readonly name: string; readonly raw: Readonly<Record<string, unknown>> };

/** A verified webhook. Handle its events, then `settle` or `release` it. @public */
export interface Webhook extends ClaimedWebhook {
  /** When the service sent it. */
  readonly at: Date;
  /** One event, or several if the app batches them. */
  readonly events: readonly WebhookEvent[];
}
