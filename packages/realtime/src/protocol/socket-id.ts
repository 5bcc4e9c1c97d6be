import { wrongInput } from '../internal/wrong-input.ts';

// `$` would also match before a last line break, which could sign for another channel.
const pattern = /^\d+\.\d+(?![\s\S])/;

/** A socket id as the service gives them: `1234.5678`. @throws InvalidInputError @internal */
export function requireSocketId(socketId: unknown): string {
  if (typeof socketId === 'string' && socketId.length <= 64 && pattern.test(socketId)) return socketId;
  throw wrongInput('socketId', 'A socket id is two numbers with a dot between them, like "1234.5678".');
}
