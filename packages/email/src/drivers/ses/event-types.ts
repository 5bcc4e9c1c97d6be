import { type Bounce, type DeliveryEventType, type RejectReason, smtpReplyIn } from '../../driver.ts';

// Spelled `Rendering Failure` in webhooks and `RENDERING_FAILURE` in the API.
const types: ReadonlyMap<string, DeliveryEventType> = new Map<string, DeliveryEventType>([
  ['send', 'sent'],
  ['delivery', 'delivered'],
  ['bounce', 'bounced'],
  ['complaint', 'complained'],
  ['reject', 'rejected'],
  ['open', 'opened'],
  ['click', 'clicked'],
  ['renderingfailure', 'failed'],
  ['deliverydelay', 'deferred'],
  ['received', 'inbound'],
]);

/** What SES says about an event, besides its type. */
export interface EventDetails {
  readonly bounceType?: string | null | undefined;
  readonly subType?: string | null | undefined;
  readonly diagnostic?: string | null | undefined;
  /** The enhanced status code: `5.1.1`. */
  readonly status?: string | null | undefined;
}

/** A mail to an address on a suppression list is a bounce or a complaint in SES's words. */
export function typeOf(type: string, { subType }: EventDetails = {}): DeliveryEventType {
  if (subType === 'OnAccountSuppressionList' || subType === 'Suppressed') return 'suppressed';
  return types.get(type.replace(/[^a-z]/gi, '').toLowerCase()) ?? 'unknown';
}

const classes: ReadonlyMap<string, Bounce['class']> = new Map<string, Bounce['class']>([
  ['permanent', 'hard'],
  ['transient', 'soft'],
]);

const categories: ReadonlyMap<string, RejectReason> = new Map<string, RejectReason>([
  ['NoEmail', 'invalid-address'],
  ['MailboxFull', 'mailbox-full'],
  ['MessageTooLarge', 'policy'],
  ['ContentRejected', 'spam-content'],
  ['AttachmentRejected', 'policy'],
  ['OnAccountSuppressionList', 'blocked'],
  ['Suppressed', 'blocked'],
]);

/** The bounce of an event that is one. `smtp; 550 5.1.1 user unknown` has the reply and its codes. */
export function bounceOf({ bounceType, subType, diagnostic, status }: EventDetails): Bounce {
  const category = categories.get(subType ?? '');
  return {
    class: classes.get(bounceType?.toLowerCase() ?? '') ?? 'undetermined',
    ...(category === undefined ? {} : { category }),
    ...smtpReplyIn(diagnostic ?? ''),
    ...(status ? { enhancedCode: status } : {}),
  };
}
