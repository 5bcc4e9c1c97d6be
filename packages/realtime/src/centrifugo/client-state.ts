import { RecoveryMemory } from '../recovery/memory.ts';
import { type Fields, readText } from './wire.ts';

// Publications of this client that a recovery returns are its own, for as many connections.
const maxConnections = 50;
const maxTokens = 10_000;

/** The memory of a client from one connection to the next. */
export class ClientState {
  readonly memory = new RecoveryMemory();
  /** The channels that the service ended: their next subscription is refused, once. */
  readonly ended = new Map<string, string>();
  /** The member id of this connection; undefined before the handshake. */
  memberId: string | undefined;
  readonly #tokens = new Map<string, string>();
  readonly #connections: string[] = [];

  /** The service named the connection. */
  connected(connection: string, token: string | undefined): void {
    this.#connections.push(connection);
    if (this.#connections.length > maxConnections) this.#connections.shift();
    this.memberId = (token && readText(readClaims(token), 'sub')) || connection;
  }

  isOwn(connection: string): boolean {
    return this.#connections.includes(connection);
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
