import { OrgError } from '@org/core';

/** The service refused a subscription. Subscribe again to try again. @public */
export class SubscriptionRefusedError extends OrgError {
  static override readonly family: string = 'SubscriptionRefusedError';
  declare readonly code: 'subscription-refused';
}

/** No usable token for a private or presence channel: `authorize` failed, refused, or gave something that is not a token. `status` is the endpoint's. @public */
export class ChannelAuthorizationError extends OrgError {
  static override readonly family: string = 'ChannelAuthorizationError';
  declare readonly code: 'channel-authorization';
}

/** A client event was not sent because its channel is not subscribed at the moment. @public */
export class NotSubscribedError extends OrgError {
  static override readonly family: string = 'NotSubscribedError';
  declare readonly code: 'not-subscribed';
}

/** An event came whose data does not fit its schema; `issues` says where. It was not delivered to the typed listeners. @public */
export class EventFormatError extends OrgError {
  static override readonly family: string = 'EventFormatError';
  declare readonly code: 'event-format';
}

/** Events came faster than the reader took them, and the buffer is full. What was buffered before has been delivered. @public */
export class EventOverflowError extends OrgError {
  static override readonly family: string = 'EventOverflowError';
  declare readonly code: 'event-overflow';
}

/** A listener of the application threw; `cause` is what it threw. The other listeners were called all the same. @public */
export class ListenerError extends OrgError {
  static override readonly family: string = 'ListenerError';
  declare readonly code: 'listener';
}
