import type { DeliveryEvent } from '@org/email';

/** What is known about an event; nothing else is compared. */
export interface Expected {
  readonly type: string;
  readonly recipient?: string | undefined;
  /** The class of a bounce. */
  readonly bounce?: string | undefined;
  readonly at?: string | undefined;
}

export function isSame(events: readonly DeliveryEvent[], expected: readonly Expected[]): boolean {
  return (
    events.length === expected.length &&
    expected.every((label, index) => {
      const event = events[index];
      return event !== undefined && isSameEvent(event, label);
    })
  );
}

function isSameEvent({ type, recipient, bounce, timestamp }: DeliveryEvent, label: Expected): boolean {
  const { recipient: labelled = recipient, bounce: kind = bounce?.class, at } = label;
  // A label cuts the microseconds of a time that the driver rounds.
  const isThen = at === undefined || Math.abs(timestamp.getTime() - Date.parse(at)) <= 1;
  return type === label.type && recipient === labelled && bounce?.class === kind && isThen;
}
