import { wrongInput } from '../internal/wrong-input.ts';

const longest = 200;

/**
 * A text of 1 to 200 characters. The hosted service documents 164 for channels, but its own libraries and
 * other servers allow 200.
 *
 * @throws InvalidInputError
 */
export function requireName(kind: 'channel' | 'event', name: unknown, maxLength = longest): string {
  if (typeof name === 'string' && name !== '' && name.length <= maxLength) return name;
  const given = typeof name === 'string' ? `has ${name.length}` : `is ${typeof name}`;
  throw wrongInput(kind, `The ${kind} name is a text of 1 to ${maxLength} characters; this one ${given}.`);
}
