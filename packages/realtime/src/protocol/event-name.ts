import { wrongInput } from '../internal/wrong-input.ts';
import { requireName } from './bounded-name.ts';

/**
 * An event name that an application may use: none of the protocol's own. @throws InvalidInputError
 *
 * @internal
 */
export function requireEventName(given: unknown): string {
  const name = requireName('event', given);
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
