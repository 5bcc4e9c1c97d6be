import type { PresenceMember } from '../signing/member-data.ts';
import type { RealtimeUser } from '../signing/sign-user.ts';
import type { Webhook, WebhookEvent } from '../webhooks/webhook-model.ts';

/** What a client asks for. @public */
export interface AuthRequest {
  /** The connection's id. */
  readonly socketId: string;
  /** Further fields of the body. They are from the client: trust none. */
  readonly fields: ReadonlyMap<string, unknown>;
  /** The request: its headers say who asks. Its body was read. */
  readonly request: Request;
}

/** A subscription that a client asks for. @public */
export interface ChannelAuthRequest extends AuthRequest {
  /** A private or presence channel. */
  readonly channelName: string;
}

/**
 * Your decision: `true` or the member for a channel that the client may join, anything falsy for another. A
 * presence channel needs the member. @public
 */
export type ChannelGrant = true | PresenceMember | false | null | undefined;

interface HandlerOptions {
  /** Receives the errors of your functions; the response is 500. @defaultValue `console.error` */
  readonly onError?: ((error: unknown) => unknown) | undefined;
}

interface BodyOptions extends HandlerOptions {
  /** @defaultValue 65 536 */
  readonly maxBodyBytes?: number | undefined;
}

/** Options of `createAuthHandler`. @public */
export interface AuthHandlerOptions extends BodyOptions {
  /** Whether the client may join the channel. Called once for each channel of a batch. */
  authorize(request: ChannelAuthRequest): ChannelGrant | Promise<ChannelGrant>;
  /** The user of a request without a channel, so that one endpoint serves both. */
  readonly user?: UserAuthHandlerOptions['user'] | undefined;
  /** The most channels of a batch. @defaultValue 100 */
  readonly maxChannels?: number | undefined;
}

/** Options of `createUserAuthHandler`. @public */
export interface UserAuthHandlerOptions extends BodyOptions {
  /** The user of the request; anything falsy for nobody. */
  user(
    request: AuthRequest,
  ): RealtimeUser | false | null | undefined | Promise<RealtimeUser | false | null | undefined>;
}

/** Options of `createWebhookHandler`. @public */
export interface WebhookHandlerOptions extends HandlerOptions {
  /** A function for each type of event; other events are ignored. Called in order, one after the other. */
  readonly on: WebhookListeners;
}

/** Functions by type of event; `other` gets the events that this version does not know. @public */
export type WebhookListeners = {
  readonly [Type in WebhookEvent['type']]?:
    | ((event: WebhookEvent & { readonly type: Type }, webhook: Webhook) => unknown)
    | undefined;
};
