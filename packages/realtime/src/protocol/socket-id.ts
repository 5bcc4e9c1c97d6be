import { wrongInput } from '../internal/wrong-input.ts';

// Nothing may follow: a line break or a colon could sign for another channel.
const pattern = /^\d+\.\d+$/;

/** A socket id in the service's form, `1234.5678`. @throws InvalidInputError */
export function requireSocketId(socketId: unknown): string {
  if (typeof socketId === 'string' && socketId.length <= 64 && pattern.test(socketId)) return socketId;
  throw wrongInput('socketId', 'A socket id is two numbers with a dot between them, like "1234.5678".');
}
