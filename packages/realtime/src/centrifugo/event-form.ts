import { isRecord } from '../internal/json.ts';
import { isProtocolEvent } from '../protocol/event-name.ts';

/** An event in a publication. @public */
export interface CentrifugoEvent {
  /** The event's name, of at least one character. */
  readonly event: string;
  /** The event's data: any JSON value, or undefined. */
  readonly data?: unknown;
}

/** How publications carry events, which Centrifugo itself does not name. @public */
export interface CentrifugoEventForm {
  /** Reads the data of a publication. */
  read(data: unknown): CentrifugoEvent;
  /** Makes the data of a publication, for `trigger`. */
  write(event: CentrifugoEvent): unknown;
}

const unnamed = 'publication';

/** `{ event, data }`. A publication of another form is an event with the name `publication`. */
export const defaultForm: CentrifugoEventForm = {
  read(data) {
    if (!isRecord(data) || typeof data['event'] !== 'string') return { event: unnamed, data };
    return { event: data['event'], data: data['data'] };
  },
  write: ({ event, data }) => ({ event, data }),
};

/**
 * Reads a publication. That of a client has the name of a client event always, as on other services, where
 * clients cannot write what the server writes. No publication is an event of the protocol.
 *
 * @throws the errors of `read`
 */
export function readEvent(form: CentrifugoEventForm, data: unknown, isOfClient: boolean): CentrifugoEvent {
  const read = form.read(data);
  const name: unknown = read?.event;
  if (typeof name !== 'string' || name === '') throw new Error('events.read returned no event name');
  if (isOfClient && !name.startsWith('client-')) return { event: `client-${name}`, data: read.data };
  return isProtocolEvent(name) ? { event: unnamed, data } : read;
}
