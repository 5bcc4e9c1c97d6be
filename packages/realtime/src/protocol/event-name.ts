import { wrongInput } from '../internal/wrong-input.ts';

const longest = 200;

/** An event name that an application may use: not empty, at most 200 characters, not one of the protocol's own. @throws InvalidInputError @internal */
export function requireEventName(name: unknown): string {
  if (typeof name !== 'string' || name === '')
    throw wrongInput('event', 'An event name must be a non-empty text.');
  if (name.length > longest)
    throw wrongInput(
      'event',
      `An event name has at most ${longest} characters; this one has ${name.length}.`,
    );
  if (isProtocolEvent(name))
    throw wrongInput(
      'event',
      'Event names that begin with "pusher:" or "pusher_internal:" belong to the protocol.',
    );
  return name;
}

/** @internal */
export function isProtocolEvent(name: string): boolean {
  return name.startsWith('pusher:') || name.startsWith('pusher_internal:');
}
