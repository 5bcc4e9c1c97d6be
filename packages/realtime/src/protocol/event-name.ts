import { wrongInput } from '../internal/wrong-input.ts';
import { requireName } from './channel-name.ts';

/** An event name that an application may use. @throws InvalidInputError */
export function requireEventName(given: unknown): string {
  const name = requireName('event', given);
  if (isProtocolEvent(name))
    throw wrongInput(
      'event',
      'Event names that begin with "pusher:" or "pusher_internal:" are reserved for the protocol: ' +
        'see subscribed() and onMember().',
    );
  return name;
}

export function isProtocolEvent(name: string): boolean {
  return name.startsWith('pusher:') || name.startsWith('pusher_internal:');
}
