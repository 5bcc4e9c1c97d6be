import { encodeHex, utf8 } from '@org/core/webhooks';
import type { DeliveryEvent } from '../model/delivery-event.ts';

/**
 * An id for an event of a service that gives none, made from its content: the same for a repeated event.
 *
 * @param type - the service's own name of the event
 * @public
 */
export async function makeEventId(
  event: Pick<DeliveryEvent, 'provider' | 'messageId' | 'recipient' | 'timestamp'>,
  type: string,
): Promise<string> {
  const { provider, messageId = '', recipient = '', timestamp } = event;
  const content = [provider, messageId, recipient, type, timestamp.toISOString()].join('\n');
  const hash = await crypto.subtle.digest('SHA-256', utf8(content) as BufferSource);
  return encodeHex(new Uint8Array(hash, 0, 16));
}
