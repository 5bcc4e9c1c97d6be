import type { OptionNames } from '@org/core/basics';
import type { Door } from '../kit/door.ts';
import type { AllowFetch } from '../kit/file-fetcher.ts';
import type { MailboxLimits } from '../mailbox/mailbox.ts';
import type { Pop3Options } from '../pop3/pop3-server.ts';
import type { SmtpRelayOptions } from '../smtp-relay.ts';
import type { MailSeed } from './seed.ts';

export const startMailServiceNames: OptionNames<MailServiceOptions> = {
  port: 0,
  apiKey: 0,
  publicKey: 0,
  rateLimit: 0,
  verifiedDomains: 0,
  maxMessageBytes: 0,
  maxTransitBytes: 0,
  maxRecipients: 0,
  maxContacts: 0,
  maxTemplates: 0,
  mailbox: 0,
  smtp: 0,
  pop3: 0,
  strict: 0,
  webhooks: 0,
  wires: 0,
  allowFetch: 0,
  relay: 0,
  data: 0,
  seed: 0,
  now: 0,
};

/** They protect nothing: every program on this machine can read its mail. */
export const defaultKeys = { apiKey: 'sk_sandbox_mail_key', publicKey: 'pk_sandbox_public_key' } as const;

/** Options of the mail service. The defaults suit tests. */
export interface MailServiceOptions {
  /** Port of the HTTP API. @default 0, any free port */
  readonly port?: number;
  /** The secret key, also the SMTP password. @default 'sk_sandbox_mail_key' */
  readonly apiKey?: string;
  /** The key for `/v1/track`. @default 'pk_sandbox_public_key' */
  readonly publicKey?: string;
  /**
   * The limit of each HTTP API; `false` for none.
   *
   * @default 60 000 requests a minute for Plunk's, which has a published limit, and none for the others
   */
  readonly rateLimit?: { readonly limit: number; readonly windowMs: number } | false;
  /** Domains that may send. Others get a 403. @default all */
  readonly verifiedDomains?: readonly string[];
  /** The largest message, over HTTP and SMTP. @default 16 MiB */
  readonly maxMessageBytes?: number;
  /**
   * Bytes of all mail in transit: request bodies, and messages over SMTP. Above it, HTTP responds with 503
   * and SMTP with 452.
   *
   * @default 128 MiB
   */
  readonly maxTransitBytes?: number;
  /** Recipients of one HTTP request. @default 1000, because Plunk states none */
  readonly maxRecipients?: number;
  /** @default 50 000 */
  readonly maxContacts?: number;
  /** @default 5000 */
  readonly maxTemplates?: number;
  readonly mailbox?: MailboxLimits;
  readonly smtp?: SmtpRelayOptions;
  /** Serves the mailbox over POP3. `true` is `{ port: 0 }`, any free port. @default false */
  readonly pop3?: Pop3Options | boolean;
  /**
   * Accepts only the printed keys and the printed SMTP login, as a test of wrong credentials needs.
   *
   * @default false: any key, and any login or none
   */
  readonly strict?: boolean;
  /**
   * A URL on this machine for the events of each service, beside those that its API registers:
   * `{ resend: 'http://127.0.0.1:3000/hook' }`.
   */
  readonly webhooks?: Readonly<Record<string, string>>;
  /** Mail services of your own beside the built-in ones, of `defineWire()` of `@org/sandbox/wire`. */
  readonly wires?: readonly Door[];
  /**
   * Fetches the files that a mail names by URL: from any host, or from those of a list, such as
   * `['cdn.acme.dev', '127.0.0.1:3000']`, also after a redirect. A file has the size of a message at most.
   *
   * @default false: such a mail is refused, because the sandbox connects to no other machine
   */
  readonly allowFetch?: AllowFetch;
  /**
   * An SMTP server on this machine for the mail that Mailpit's API releases: `smtp://127.0.0.1:2525`, with
   * `user:password@` for a login.
   *
   * @default none: no mail is released
   */
  readonly relay?: string;
  /** A folder that keeps mail and rows across restarts; needs `node:sqlite`. @default memory only */
  readonly data?: string;
  /** Fills an empty store at the start. */
  readonly seed?: MailSeed;
  /** Epoch milliseconds, for timestamps and idempotency keys. @default Date.now */
  readonly now?: () => number;
}
