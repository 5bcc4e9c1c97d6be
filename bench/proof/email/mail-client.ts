import type { Readable } from 'node:stream';

/** A mail in plain terms. The sender is `sender`. */
export interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachment?: Readable;
  /** Fields as a program without a compiler passes them. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

export interface SendOptions {
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
}

/** One peer. Its methods reject as the peer reports an error. */
export interface MailClient {
  /** The addresses that it reports as refused. */
  send(mail: Mail, options?: SendOptions): Promise<readonly string[]>;
  /** Many mails with one call, as the peer offers it. */
  readonly sendMany?: (mails: readonly Mail[]) => Promise<unknown>;
  /** Rejects a webhook that Resend did not sign. */
  readonly verify?: (webhook: Webhook) => Promise<unknown>;
  /** Does the error say that the mail may have been sent? */
  readonly isInDoubt?: (error: unknown) => boolean;
  readonly canAbort: boolean;
  /** Do its types take a stream as the content of a file? */
  readonly canStream: boolean;
  close?(): Promise<void> | void;
}

export interface Webhook {
  readonly payload: string;
  readonly headers: Readonly<Record<'svix-id' | 'svix-timestamp' | 'svix-signature', string>>;
}

export const sender = 'ann@acme.dev';
export const apiKey = 're_proof_0123456789abcdef';
export const webhookSecret = `whsec_${Buffer.from('a secret of the proof, 32 bytes.').toString('base64')}`;
