import type { Socket } from 'node:net';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MessageSource } from './message-source.ts';

// The part of nodemailer in use: its protocol engine. Its transport would retry, and its composer guesses.

export interface NodemailerConnectionOptions {
  readonly connection: Socket;
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly secured: boolean;
  readonly requireTLS: boolean;
  readonly ignoreTLS: boolean;
  readonly tls: Readonly<Record<string, unknown>>;
  readonly customAuth: Readonly<Record<string, unknown>>;
  readonly name?: string;
  readonly connectionTimeout: number;
  readonly greetingTimeout: number;
  /** Close by destroying the socket at once. */
  readonly socketCloseTimeout: 0;
  readonly transactionLog: true;
  readonly logger: NodemailerLogger;
}

export type NodemailerLogger = Readonly<
  Record<
    'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal',
    (entry: { readonly tnx?: string }, message: string) => void
  >
>;

export interface NodemailerConnection {
  readonly version: string;
  readonly allowsAuth: boolean;
  readonly secure: boolean;
  connect(done: (error?: Error | null) => void): void;
  login(
    auth: { readonly user: string; readonly pass: string; readonly method: string },
    done: (error?: Error | null) => void,
  ): void;
  send(
    envelope: { readonly from: string; readonly to: string[]; readonly size: number },
    message: MessageSource,
    done: (error: Error | null, sent?: NodemailerSent) => void,
  ): void;
  /** RSET. */
  reset(done: (error?: Error | null) => void): void;
  quit(): void;
  close(): void;
  /** Internal to nodemailer, and so perhaps not there. */
  _sendCommand?: (line: string, logged?: string) => void;
  /** Internal as well: the socket in use. */
  readonly _socket?: Socket;
  /** Internal as well: the current transaction. */
  readonly _envelope?: { readonly rejectedErrors?: readonly SmtpReplyError[] } | undefined;
  on(event: 'error', listener: (error: Error) => void): void;
  once(event: 'end', listener: () => void): void;
}

export interface NodemailerSent {
  readonly accepted: readonly string[];
  readonly rejectedErrors?: readonly SmtpReplyError[];
  readonly response: string;
}

/** A failure as nodemailer reports it: its own code, and the server's reply where there was one. */
export interface SmtpReplyError extends Error {
  readonly code?: string;
  /** The code of the system beneath: `ECONNREFUSED`. */
  readonly originalCode?: string;
  /** Which command was answered: `MAIL FROM`. */
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
  /** Ours: the time limit that passed, and its option. */
  readonly limitMs?: number;
  readonly limitName?: string;
  readonly recipient?: string;
  readonly rejectedErrors?: readonly SmtpReplyError[];
}

export function createNodemailerConnection(options: NodemailerConnectionOptions): NodemailerConnection {
  const Connection = SMTPConnection as unknown as new (
    options: NodemailerConnectionOptions,
  ) => NodemailerConnection;
  // By default it copies each entry of the log.
  return Object.assign(new Connection(options), { logger: options.logger });
}
