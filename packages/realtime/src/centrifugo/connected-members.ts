import { type Fields, readFields, readText, writeFrame } from './wire.ts';

// Far above what a list is good for, to bound the memory.
const maxConnections = 20_000;

/** The members of a channel. Centrifugo lists connections; a member has one or more of them. */
export class ConnectedMembers {
  readonly #channel: string;
  readonly #byConnection = new Map<string, ConnectedMember>();

  constructor(channel: string) {
    this.#channel = channel;
  }

  /**
   * Sets the connections: a reply to `presence`. Returns the members, as a confirmation has them, and which
   * one is `own`: a connect proxy may name the user, of which the token says nothing.
   */
  replace(reply: Fields, own: string): { readonly presence: unknown } {
    this.#byConnection.clear();
    const presence = readFields(reply, 'presence');
    for (const connection of Object.keys(presence).slice(0, maxConnections))
      this.#byConnection.set(connection, readMember(readFields(presence, connection), connection));
    const members = new Map([...this.#byConnection.values()].map(({ id, info }) => [id, info ?? null]));
    const me = this.#byConnection.get(own)?.id;
    return { presence: { ids: [...members.keys()], hash: Object.fromEntries(members), me } };
  }

  /** A connection joined. Returns the frame for the client, if any. */
  join(info: Fields): string | undefined {
    const connection = readText(info, 'client');
    if (this.#byConnection.size >= maxConnections) return undefined;
    const member = readMember(info, connection);
    this.#byConnection.set(connection, member);
    const { id: user_id, info: user_info } = member;
    return writeFrame('pusher_internal:member_added', { user_id, user_info }, this.#channel);
  }

  /** A connection left. Returns the frame for the client if it was the last one of its member. */
  leave(info: Fields): string | undefined {
    const connection = readText(info, 'client');
    const member = this.#byConnection.get(connection);
    if (member === undefined) return undefined;
    this.#byConnection.delete(connection);
    for (const { id } of this.#byConnection.values()) if (id === member.id) return undefined;
    return writeFrame('pusher_internal:member_removed', { user_id: member.id }, this.#channel);
  }
}

type ConnectedMember = ReturnType<typeof readMember>;

/** A connection without a user is a member of its own. */
function readMember(info: Fields, connection: string) {
  return { id: readText(info, 'user') || connection, info: info['chan_info'] ?? info['conn_info'] };
}
