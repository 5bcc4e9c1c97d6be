import { OrgError } from '@org/core/basics';

/** The service refused a subscription. Call `subscribe` again for another attempt. @public */
export class SubscriptionRefusedError extends OrgError {
  static override readonly family: string = 'SubscriptionRefusedError';
  declare readonly code: 'subscription-refused';
}

/**
 * No valid token for a private or presence channel: `authorize` failed, refused, or returned another value.
 * `status` is the endpoint's. @public
 */
export class ChannelAuthorizationError extends OrgError {
  static override readonly family: string = 'ChannelAuthorizationError';
  declare readonly code: 'channel-authorization';
}

/** A client event was not sent, because its channel is not subscribed now. @public */
export class NotSubscribedError extends OrgError {
  static override readonly family: string = 'NotSubscribedError';
  declare readonly code: 'not-subscribed';
}

/** The data of an event does not match its schema; see `issues`. The event was not delivered. @public */
export class EventFormatError extends OrgError {
  static override readonly family: string = 'EventFormatError';
  declare readonly code: 'event-format';
}

/**
 * Events arrived faster than they were read, and the buffer is full. The buffered events were delivered.
 * @public
 */
export class EventOverflowError extends OrgError {
  static override readonly family: string = 'EventOverflowError';
  declare readonly code: 'event-overflow';
}

/** The events of a gap are missing, because `refetch` failed with `cause`. Live events go on. @public */
export class RefetchError extends OrgError {
  static override readonly family: string = 'RefetchError';
  declare readonly code: 'refetch';
}

/** A listener of the application threw `cause`. The other listeners were called. @public */
export class ListenerError extends OrgError {
  static override readonly family: string = 'ListenerError';
  declare readonly code: 'listener';
}

/**
 * An event of an end-to-end encrypted channel could not be decrypted: it was changed, it is not encrypted, or
 * the servers have different keys. It was not delivered. @public
 */
export class DecryptionError extends OrgError {
  static override readonly family: string = 'DecryptionError';
  declare readonly code: 'decryption';
}
