import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { ConfigurationError } from '@org/core';
import DKIM from 'nodemailer/lib/dkim';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

// The parts of nodemailer in use: its protocol engine and its MIME composer. Its transport would retry.

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
    message: Readable,
    done: (error: Error | null, sent?: NodemailerSent) => void,
  ): void;
  /** RSET. */
  reset(done: (error?: Error | null) => void): void;
  quit(): void;
  close(): void;
  /** Internal to nodemailer, and so perhaps not there. */
  _sendCommand?: (line: string, logged?: string) => void;
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
  return new Connection(options);
}

/** Composes a MIME message. */
export function composeMail(mail: Readonly<Record<string, unknown>>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    new MailComposer(mail).compile().build((error, bytes) => {
      if (error) reject(error);
      else resolve(bytes);
    });
  });
}

interface DkimKey {
  readonly domain: string;
  readonly selector: string;
  readonly privateKey: string;
  /** Names of header fields, with colons between them. */
  readonly fields: string;
}

/** Without a `cacheDir`, nodemailer keeps the mail in memory. */
export async function signMail(mail: Uint8Array, key: DkimKey): Promise<Buffer> {
  const { domain: domainName, selector: keySelector, privateKey, fields: headerFieldNames } = key;
  const signer = new DKIM({ domainName, keySelector, privateKey, headerFieldNames });
  const chunks: Uint8Array[] = [];
  for await (const chunk of signer.sign(Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength)))
    chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Earlier versions let a name or a size in the envelope become a command. @throws ConfigurationError */
export function requireVersion(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 10 || (major === 10 && minor >= 6)) return;
  throw new ConfigurationError({
    message: `smtp() needs nodemailer 10.6 or later, and ${version} is installed.`,
    provider: 'smtp',
    outcome: 'not-sent',
  });
}
