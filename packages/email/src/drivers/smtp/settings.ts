import { ConfigurationError, type CredentialInput, settingFromEnv } from '@org/core';
import { findUnknownOption } from './known-options.ts';

/** The check of the relay's certificate. @public */
export interface SmtpTlsOptions {
  /** Trusted certificates in PEM, instead of the system's: for a relay with a private authority. */
  readonly ca?: string | readonly string[] | undefined;
  /** The name the certificate must have. @defaultValue the host */
  readonly servername?: string | undefined;
  /** @defaultValue 'TLSv1.2' */
  readonly minVersion?: 'TLSv1.2' | 'TLSv1.3' | undefined;
}

/** The number of connections, and their life. @public */
export interface SmtpPoolOptions {
  /** Connections, and so mails, at once. @defaultValue 5 */
  readonly maxConnections?: number | undefined;
  /** A connection is replaced after this many mails. @defaultValue 100 */
  readonly maxMessages?: number | undefined;
  /** A connection unused for this long is closed. @defaultValue 30 000 */
  readonly idleMs?: number | undefined;
}

interface SmtpCommonOptions {
  /**
   * The account's password or token.
   *
   * @defaultValue the environment's `SMTP_PASSWORD`, else `EMAIL_SMTP_PASSWORD`; with `_FILE` appended to
   * the name, the content of that file
   */
  readonly password?: CredentialInput | undefined;
  /**
   * Refuses a connection without TLS. `false` is allowed only for a host on this machine.
   *
   * @defaultValue true, except on loopback
   */
  readonly requireTls?: boolean | undefined;
  readonly tls?: SmtpTlsOptions | undefined;
  readonly pool?: SmtpPoolOptions | undefined;
  /** Our name in EHLO: a host name, or an address in brackets. @defaultValue this machine's name */
  readonly clientName?: string | undefined;
  /** Limit for connection, greeting, TLS and sign-in together. @defaultValue 10 000 */
  readonly connectTimeoutMs?: number | undefined;
}

interface SmtpHostOptions extends SmtpCommonOptions {
  /**
   * @defaultValue the environment's `SMTP_HOST` if it is on this machine, with `SMTP_PORT` and `SMTP_USER`
   */
  readonly host?: string | undefined;
  /** @defaultValue 465 with `secure`, else 587 */
  readonly port?: number | undefined;
  /** TLS from the first byte, rather than by STARTTLS. @defaultValue true for port 465 */
  readonly secure?: boolean | undefined;
  /** Signs in with this name and `password`; without it, there is no sign-in. */
  readonly user?: string | undefined;
  readonly url?: undefined;
}

interface SmtpUrlOptions extends SmtpCommonOptions {
  /**
   * `smtps://user:password@host:465` (TLS from the first byte) or `smtp://user@host:587` (STARTTLS). Prefer
   * `password` to a password in the URL.
   */
  readonly url: string;
  readonly host?: undefined;
  readonly port?: undefined;
  readonly secure?: undefined;
  readonly user?: undefined;
}

/** The address of the relay, and our sign-in. @public */
export type SmtpOptions = SmtpHostOptions | SmtpUrlOptions;

/** The options with every default filled in. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly requireTls: boolean;
  readonly user: string | undefined;
  readonly tls: SmtpTlsOptions;
  readonly maxConnections: number;
  readonly maxMessages: number;
  readonly idleMs: number;
  readonly clientName: string | undefined;
  readonly connectTimeoutMs: number;
}

/** @throws ConfigurationError */
export function resolveSmtpSettings(options: SmtpOptions): {
  readonly settings: SmtpSettings;
  readonly password: CredentialInput | undefined;
} {
  if (typeof options !== 'object' || options === null)
    throw refuse("needs the relay's address, like smtp({ host: 'smtp.acme.dev', user: 'mailer' })");
  const unknown = findUnknownOption(options);
  if (unknown !== undefined) throw refuse(unknown);
  const place = placeOf(options);
  const { host, user } = place;
  if (!isHostName(host)) throw refuse('host must be a host name or an IP address, without port or scheme');
  const password = options.password ?? ('password' in place ? place.password : undefined);
  if (user !== undefined && !isUserName(user))
    throw refuse('user must be a name to sign in with, in one line; leave it out for no sign-in');
  if (user === undefined && password !== undefined)
    throw refuse('password is given, and so user must be too');
  const secure = place.secure ?? place.port === 465;
  const port = place.port ?? (secure ? 465 : 587);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw refuse(`port must be 1 to 65535, not ${port}`);
  const requireTls = options.requireTls ?? !isLoopback(host);
  if (!requireTls && !isLoopback(host))
    throw refuse('requireTls: false is for this machine only (127.0.0.1, ::1, localhost)');
  const ca = options.tls?.ca;
  if (ca !== undefined && ![ca].flat().every(isPem))
    throw refuse('tls.ca must be a certificate in PEM (-----BEGIN CERTIFICATE-----), or several');
  const { maxConnections = 5, maxMessages = 100, idleMs = 30_000 } = options.pool ?? {};
  for (const [name, value] of Object.entries({ maxConnections, maxMessages }))
    if (!Number.isSafeInteger(value) || value < 1)
      throw refuse(`pool.${name} must be a whole number of at least 1, not ${value}`);
  const { clientName, connectTimeoutMs = 10_000 } = options;
  for (const [name, value] of Object.entries({ 'pool.idleMs': idleMs, connectTimeoutMs }))
    if (!(value > 0)) throw refuse(`${name} must be a number above 0, not ${value}`);
  if (clientName !== undefined && !/^[\w.:[\]-]{1,255}$/.test(clientName))
    throw refuse('clientName must be a host name');
  return {
    settings: {
      host,
      port,
      secure,
      requireTls,
      user,
      tls: options.tls ?? {},
      maxConnections,
      maxMessages,
      idleMs,
      clientName,
      connectTimeoutMs,
    },
    password,
  };
}

function placeOf(options: SmtpOptions): Place {
  if (options.url !== undefined) return readUrl(options.url);
  if (options.host !== undefined) return options;
  const host = settingFromEnv('SMTP_HOST', 'host');
  if (host === undefined)
    throw refuse(
      "needs the relay's address: set SMTP_HOST, or pass it as in smtp({ host: 'smtp.acme.dev' })",
    );
  const port = settingFromEnv('SMTP_PORT');
  return {
    ...options,
    host,
    port: options.port ?? (port === undefined ? undefined : Number(port)),
    user: options.user ?? settingFromEnv('SMTP_USER'),
  };
}

type Place = Pick<SmtpHostOptions, 'host' | 'port' | 'secure' | 'user' | 'password'>;

// No error message quotes the URL: it may contain the password.
function readUrl(text: string): Place {
  if (!URL.canParse(text)) throw refuse('url must look like smtps://user@host:465');
  const url = new URL(text);
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')
    throw refuse('url must begin with smtp:// or smtps://');
  if (url.search !== '' || url.hash !== '' || !/^\/?$/.test(url.pathname))
    throw refuse('url must end after host and port; everything else is an option');
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? undefined : Number(url.port),
    secure: url.protocol === 'smtps:',
    user: decodePart(url.username),
    password: decodePart(url.password),
  };
}

function decodePart(text: string): string | undefined {
  try {
    return text === '' ? undefined : decodeURIComponent(text);
  } catch {
    throw refuse('url has a user or password that is not percent-encoded correctly');
  }
}

function isHostName(host: unknown): host is string {
  // A colon belongs to an IPv6 address only; elsewhere it begins a port.
  return typeof host === 'string' && /^(?:[A-Za-z0-9._-]{1,255}|[\da-f]*:[\da-f:.]*:[\da-f.]*)$/i.test(host);
}

function isUserName(user: unknown): user is string {
  return typeof user === 'string' && user.trim() !== '' && !/\p{Cc}/u.test(user);
}

// Node accepts any other text and then trusts no certificate.
function isPem(text: unknown): boolean {
  return typeof text === 'string' && text.includes('-----BEGIN ');
}

function isLoopback(host: string): boolean {
  return /^(?:localhost\.?|(?:[a-z0-9-]+\.)*localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/i.test(host);
}

function refuse(message: string): ConfigurationError {
  return new ConfigurationError({ message: `smtp(): ${message}.`, provider: 'smtp', outcome: 'not-sent' });
}
