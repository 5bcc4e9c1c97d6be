import type { DeliveryEventType } from '../../driver.ts';

/**
 * What a change of a suppression list says of its address (postmarkapp.com/developer, "Subscription change
 * webhook"). It is not the bounce or the complaint behind it: those have events of their own.
 */
export function typeOfChange(change: {
  readonly SuppressSending?: unknown;
  readonly SuppressionReason?: unknown;
  readonly Origin?: unknown;
}): DeliveryEventType {
  const { SuppressSending, SuppressionReason, Origin } = change;
  const isSuppressed = String(SuppressSending).toLowerCase();
  if (isSuppressed === 'false') return 'subscribed';
  if (isSuppressed !== 'true') return 'unknown';
  // Without a reason, in the events of a message, or with that of a person.
  const isManual = (SuppressionReason ?? 'ManualSuppression') === 'ManualSuppression';
  return isManual && (Origin ?? 'Recipient') === 'Recipient' ? 'unsubscribed' : 'suppressed';
}
