import { readAddressSpec } from '../address-spec.ts';
import { type DeliveryEvent, type DeliveryEventType, deliveryEventTypes } from '../delivery-event.ts';
import { oneOf, parsedBy, readPageSize } from '../reader.ts';
import { readFilledText } from '../text.ts';
import { readDate } from './suppression.ts';

/** A message as the service knows it. @public */
export interface SentMessage {
  /** The service's id, as in the result of `send`. */
  readonly id: string;
  /** The latest event of the message. */
  readonly status: DeliveryEventType;
  readonly subject?: string | undefined;
  readonly createdAt?: Date | undefined;
  /** When a scheduled message goes out. */
  readonly sendAt?: Date | undefined;
  /** Each recipient's latest event, where the service says so. */
  readonly recipients?: readonly MessageRecipient[] | undefined;
  /** What happened, where the service answers it together with the message. */
  readonly events?: readonly DeliveryEvent[] | undefined;
}

/** A recipient of a sent message. @public */
export interface MessageRecipient {
  readonly recipient: string;
  readonly status: DeliveryEventType;
}

/** Which events. @public */
export interface EventFilter {
  /** Only of this message. */
  readonly messageId?: string | undefined;
  /** Only of this recipient. */
  readonly recipient?: string | undefined;
  readonly type?: DeliveryEventType | undefined;
  /** At this time or later. */
  readonly from?: Date | undefined;
  /** Before this time. */
  readonly to?: Date | undefined;
  /** The number of events of one request; the iteration continues with the next page. */
  readonly pageSize?: number | undefined;
  /** Starts here: the `nextCursor` of the last processed page. */
  readonly cursor?: string | undefined;
}

export const eventFilterReaders = {
  messageId: readFilledText,
  recipient: parsedBy(readAddressSpec),
  type: oneOf(...deliveryEventTypes),
  from: readDate,
  to: readDate,
  pageSize: readPageSize,
  cursor: readFilledText,
};
