import { ownValue, readWebhookBody } from '../../driver.ts';

/**
 * The items of a webhook, mail and events: `{ events: […] }`, a line of JSON for each, or one alone.
 *
 * @throws InvalidInputError for another body
 */
export function itemsOf(text: string): readonly unknown[] {
  const lines = text.trim().split('\n');
  if (lines.length > 1 && lines.every((line) => line.startsWith('{'))) return lines.map(readWebhookBody);
  const body = readWebhookBody(text);
  const events = ownValue(body, 'events');
  return Array.isArray(events) && events.length > 0 ? events : [body].flat();
}
