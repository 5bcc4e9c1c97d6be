import type { AddressInput } from '../../driver.ts';

/** Options of Amazon SES for one message, in `providerOptions.ses`. @public */
export interface SesMessageOptions {
  /** Decides about events, dedicated addresses and tracking. @defaultValue the driver's `configurationSet` */
  readonly configurationSet?: string | undefined;
  /**
   * The contact list for SES's own unsubscribe links (`{{amazonSESUnsubscribeUrl}}`), with the message's
   * `stream` as its topic. SES does not send to contacts that have unsubscribed.
   *
   * @defaultValue the driver's `contactList` for a message with a `stream`, otherwise none
   */
  readonly contactList?: string | undefined;
  /** Where SES forwards bounces and complaints. Its address or domain must be verified. */
  readonly feedbackForwardingTo?: AddressInput | undefined;
  /** The ARN of the identity whose owner allowed you to send from `from`. */
  readonly fromIdentityArn?: string | undefined;
  /** The ARN of the identity whose owner allowed you to use `feedbackForwardingTo`. */
  readonly feedbackIdentityArn?: string | undefined;
  /** The tenant of the account that sends the message. */
  readonly tenant?: string | undefined;
  /** `template.id` is the ARN of another account's template. @defaultValue false */
  readonly templateIsArn?: boolean | undefined;
}

/** Options of Amazon SES for a new list, in `providerOptions.ses`. @public */
export interface SesListOptions {
  /** What contacts without an own choice get. @defaultValue 'opt-out' */
  readonly defaultStatus?: 'opt-in' | 'opt-out' | undefined;
  /** The id of the topic. @defaultValue the list's name */
  readonly topicName?: string | undefined;
}
