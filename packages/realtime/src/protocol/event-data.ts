import { PayloadTooLargeError } from '@org/core';
import { wrongInput } from '../internal/wrong-input.ts';

/**
 * The data of an event: text unchanged, other values as JSON.
 *
 * @throws InvalidInputError, PayloadTooLargeError
 */
export function encodeEventData(
  data: unknown,
  maxBytes: number,
  limit = `maxEventBytes (${maxBytes})`,
): string {
  const text = typeof data === 'string' ? data : stringify(data);
  // A character has at most three bytes in UTF-8.
  if (text.length * 3 <= maxBytes) return text;
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= maxBytes) return text;
  throw new PayloadTooLargeError({
    message:
      `The data of the event has ${bytes} bytes, more than ${limit}. ` +
      'Send an id, and let the client fetch the rest.',
    outcome: 'not-sent',
  });
}

function stringify(data: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(data);
  } catch (cause) {
    throw wrongInput('data', 'data cannot be JSON: it has a cycle or a BigInt.', cause);
  }
  if (text === undefined) throw wrongInput('data', 'data must be a JSON value, not undefined or a function.');
  return text;
}
