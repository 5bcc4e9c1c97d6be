// The same client on another service: Centrifugo, version 6.
export {
  type CentrifugoClient,
  type CentrifugoSubscribeOptions,
  createCentrifugoClient,
} from './centrifugo-client.ts';
export type { CentrifugoChannelName } from './channel-names.ts';
export type { CentrifugoEvent, CentrifugoEventForm } from './event-form.ts';
export type { CentrifugoClientOptions } from './options.ts';
export type {
  CentrifugoSubscriptionTokenRequest,
  CentrifugoToken,
  CentrifugoTokenRequest,
} from './tokens.ts';
