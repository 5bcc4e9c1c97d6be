import type { RecoveryFailure, RecoveryVerdict } from '../channels/realtime-events.ts';
import { RecoveryMemory } from '../recovery/memory.ts';
import { type Fields, readText } from './wire.ts';

// Publications of this client that a recovery returns are its own, for as many connections.
const maxConnections = 50;
const maxTokens = 10_000;
const maxDoubts = 10_000;

/** The memory of a client from one connection to the next. */
export class ClientState {
  readonly memory = new RecoveryMemory();
  /** The verdict on the channel whose confirmation is being delivered. */
  verdict: { readonly channel: string; readonly of: RecoveryVerdict } | undefined;
  /** The newest own connection, as the service names it. */
  connection = '';
  /** Why the service ended channels: each one's first subscription on the next connection is refused. */
  readonly ending = new Map<string, string>();
  readonly #ended = new Map<string, string>();
  readonly #tokens = new Map<string, string>();
  readonly #doubts = new Map<string, RecoveryFailure>();
  /** Own connections, each with its id as the client has it and its member. */
  readonly #connections = new Map<string, { readonly socketId: string; readonly memberId: string }>();

  /** The service named a connection. */
  connected(connection: string, socketId: string, token: string | undefined): void {
    this.connection = connection;
    const memberId = (token && readText(readClaims(token), 'sub')) || connection;
    this.#connections.set(connection, { socketId, memberId });
    const [oldest = ''] = this.#connections.size > maxConnections ? this.#connections.keys() : [];
    this.#connections.delete(oldest);
    this.#ended.clear();
    for (const [channel, why] of this.ending) this.#ended.set(channel, why);
    this.ending.clear();
  }

  /** Why the service ended the channel on the connection before; undefined the second time. */
  takeEnded(channel: string): string | undefined {
    const why = this.#ended.get(channel);
    this.#ended.delete(channel);
    return why;
  }

  /** Why the next recovery of the channel does not give all events; undefined if nothing is known. */
  doubt(channel: string): RecoveryFailure | undefined {
    return this.#doubts.get(channel);
  }

  /** An event before the channel's position is missing. Returns false if that is known already. */
  addDoubt(channel: string, reason: RecoveryFailure): boolean {
    if (this.memory.position(channel) === undefined || this.#doubts.has(channel)) return false;
    this.#setDoubt(channel, reason);
    return true;
  }

  /** The client was informed. */
  clearDoubt(channel: string): void {
    this.#doubts.delete(channel);
  }

  /** The missed events of the channel cannot be received. */
  giveUp(channel: string): void {
    this.memory.setPosition(channel, undefined);
    this.#setDoubt(channel, 'overflow');
  }

  #setDoubt(channel: string, reason: RecoveryFailure): void {
    this.#doubts.set(channel, reason);
    const [oldest = ''] = this.#doubts.size > maxDoubts ? this.#doubts.keys() : [];
    if (this.#doubts.delete(oldest)) this.memory.setPosition(oldest, undefined);
  }

  isOwn(connection: string): boolean {
    return this.#connections.has(connection);
  }

  memberOf(socketId: string): string | undefined {
    return [...this.#connections.values()].find((each) => each.socketId === socketId)?.memberId;
  }

  /** Keeps the token of a channel until its subscribe command. */
  setToken(channel: string, token: string | undefined): void {
    this.#tokens.delete(channel);
    if (token === undefined) return;
    if (this.#tokens.size >= maxTokens) this.#tokens.clear(); // of subscriptions that were never sent
    this.#tokens.set(channel, token);
  }

  takeToken(channel: string): string | undefined {
    const token = this.#tokens.get(channel);
    this.#tokens.delete(channel);
    return token;
  }
}

/** The claims of a JSON Web Token, unverified. Empty for another text. */
function readClaims(token: string): Fields {
  try {
    const base64 = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return Object(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return {};
  }
}
