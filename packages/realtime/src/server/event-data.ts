import { PayloadTooLargeError } from '@org/core';
import { wrongInput } from '../internal/wrong-input.ts';

/**
 * What a trigger sends: text as it is, anything else as JSON.
 *
 * @throws InvalidInputError, PayloadTooLargeError
 */
export function encodeEventData(data: unknown, maxBytes: number): string {
  const text = typeof data === 'string' ? data : stringify(data);
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= maxBytes) return text;
  throw new PayloadTooLargeError({
    message: `The event's data is ${bytes} bytes; the service takes at most ${maxBytes} (maxEventBytes). Send an id and let the client fetch the rest.`,
    outcome: 'not-sent',
  });
}

function stringify(data: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(data);
  } catch (cause) {
    throw wrongInput('data', 'The event’s data cannot be written as JSON (a cycle, or a BigInt).', cause);
  }
  if (text === undefined)
    throw wrongInput(
      'data',
      'The event’s data is missing, or is something that JSON does not have (undefined, a function).',
    );
  return text;
}
