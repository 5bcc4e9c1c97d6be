import type { Codec } from '../codecs/codec.ts';
import type { ChannelContext, ChannelSettings } from './subscription/channel-context.ts';
import type { Subscriptions } from './subscription/subscriptions.ts';

export interface SubscriberContext extends ChannelContext {
  readonly subscriptions: Subscriptions;
  /** `codec`: for definitions without one. */
  readonly settings: ChannelSettings & { readonly maxEventBytes: number; readonly codec?: Codec | undefined };
  /** The subscriber unsubscribed. */
  ended(subscriber: object): void;
}
