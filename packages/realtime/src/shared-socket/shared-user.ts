import { readId } from '../protocol/exact-ids.ts';
import type { ServiceMessage } from '../protocol/service-message.ts';
import { answersSignIn } from '../user/sign-in-answer.ts';
import { type Envelope, readFields, writeFrame } from './envelope.ts';
import type { Port } from './port.ts';

export const anotherUser =
  'the tabs share a connection of another user: add the user id to the name of sharedSocket';

/** The signed-in user of a shared connection. */
export class SharedUser {
  readonly #send: (text: string) => void;
  /** Ports that wait for the service's response. */
  readonly #waiting = new Set<Port>();
  readonly #signedIn = new Set<Port>();
  /** The last reports of the service on the watchlist. */
  readonly #watched = new Map<string, string>();
  #id: string | undefined;
  #auth = '';
  #success: string | undefined;

  constructor(send: (text: string) => void) {
    this.#send = send;
  }

  remove(port: Port): void {
    this.#waiting.delete(port);
    this.#signedIn.delete(port);
  }

  /** The service binds a connection to one user. */
  signIn(port: Port, fields: Readonly<Record<string, unknown>>, text: string): void {
    const id = String(readFields(fields['user_data'])['id']);
    if (this.#id !== undefined && this.#id !== id)
      port.deliver(writeFrame('pusher:error', { code: 4009, message: anotherUser }));
    else if (this.#success !== undefined) this.#admit(port, this.#success);
    else {
      // A tab that asks again had no response in time.
      if (this.#id === undefined || this.#waiting.has(port)) this.#send(text);
      this.#waiting.add(port);
      this.#id = id;
      this.#auth = String(fields['auth']);
    }
  }

  /** Returns false for frames that do not concern the user. */
  receive({ event, data }: Envelope, text: string): boolean {
    if (event === 'pusher:signin_success') {
      this.#success = text;
      for (const port of this.#waiting) this.#admit(port, text);
      this.#waiting.clear();
      return true;
    }
    if (event !== 'pusher_internal:watchlist_events') return false;
    this.#watch(readFields(data));
    for (const port of [...this.#signedIn]) port.deliver(text);
    return true;
  }

  /** Returns false for an error that does not answer a pending sign-in. */
  refuse(message: ServiceMessage, text: string): boolean {
    if (this.#id === undefined || this.#success !== undefined) return false;
    if (!answersSignIn(message, this.#auth)) return false;
    this.#id = undefined;
    for (const port of this.#waiting) port.deliver(text);
    this.#waiting.clear();
    return true;
  }

  #admit(port: Port, success: string): void {
    this.#signedIn.add(port);
    port.deliver(success);
    for (const name of ['online', 'offline']) {
      const user_ids = [...this.#watched].filter(([, status]) => status === name).map(([id]) => id);
      const events = [{ name, user_ids }];
      if (user_ids.length > 0) port.deliver(writeFrame('pusher_internal:watchlist_events', { events }));
    }
  }

  #watch({ events }: Readonly<Record<string, unknown>>): void {
    for (const event of Array.isArray(events) ? events : []) {
      const { name, user_ids: ids } = readFields(event);
      if (name !== 'online' && name !== 'offline') continue;
      // Far above the 100 users of the hosted service, to bound the memory.
      for (const each of Array.isArray(ids) ? ids : []) {
        const id = readId(each);
        if (id !== undefined && this.#watched.size < 10_000) this.#watched.set(id, name);
      }
    }
  }
}
