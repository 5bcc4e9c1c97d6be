import type { DeliveryEventType } from '../model/delivery-event.ts';
import { cannotCarry } from './refusals.ts';

/**
 * The service's names of the events of a new webhook, each once. @public
 *
 * @throws UnsupportedError for an event that the service does not have
 */
export function subscriptionNames(
  provider: string,
  events: readonly DeliveryEventType[],
  namesOf: (event: DeliveryEventType) => string | readonly string[] | undefined,
): string[] {
  const names = events.flatMap((event, index) => {
    const own = namesOf(event);
    if (own === undefined)
      throw cannotCarry(
        provider,
        `events[${index}]`,
        `cannot be '${event}': the service reports no such event`,
      );
    return own;
  });
  return [...new Set(names)];
}
