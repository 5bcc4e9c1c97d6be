import type { CredentialInput } from '@org/core';
import type { SmtpPreset } from '../presets/relays.ts';
import type { SmtpMechanism } from '../sign-in/mechanisms.ts';

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

/**
 * How long the server may be silent in each phase of a mail. RFC 5321, section 4.5.3.2, asks for minutes. The
 * defaults before the end of the message are shorter, because such an attempt surely sent nothing and is
 * repeated over another connection. The call's `timeoutMs` and `deadlineMs` still apply. @public
 */
export interface SmtpTimeouts {
  /**
   * For the reply to each of MAIL, RCPT and DATA; the RFC asks for 5, 5 and 2 minutes.
   *
   * @defaultValue 60 000
   */
  readonly commandMs?: number | undefined;
  /** For each 64 KiB of the message to be taken; the RFC asks for 3 minutes. @defaultValue 60 000 */
  readonly blockMs?: number | undefined;
  /**
   * For the reply to the complete message. A shorter limit makes a slow relay `unknown`.
   *
   * @defaultValue 600 000, as the RFC asks; a call ends after its `deadlineMs`, 120 000 by default
   */
  readonly finalMs?: number | undefined;
}

/** Signs every mail (RFC 6376, RFC 8463). A relay that changes the mail breaks the signature. @public */
export interface SmtpDkimOptions {
  /** The signing domain, which receivers compare with that of `from`. */
  readonly domain: string;
  /** The key's name: the public key is at `<selector>._domainkey.<domain>` in DNS. */
  readonly selector: string;
  /**
   * The RSA or Ed25519 key in PEM, or its source; never a path. Many receivers do not know Ed25519: sign with
   * both.
   *
   * @defaultValue the environment's `SMTP_DKIM_PRIVATE_KEY`, or the file that `SMTP_DKIM_PRIVATE_KEY_FILE`
   * names
   */
  readonly privateKey?: CredentialInput | undefined;
}

/** A proxy between this program and the relay. No environment variable sets one. @public */
export interface SmtpProxyOptions {
  /**
   * `http://host:3128` or `https://host` (CONNECT), or `socks5://host:1080`; without user and password. The
   * proxy resolves the name of the relay; `socks5h://` says the same.
   */
  readonly url: string;
  /** Certificates of a private authority, in PEM, for a proxy with `https://`. */
  readonly ca?: string | readonly string[] | undefined;
  /** Signs in to the proxy with this name and `password`. */
  readonly user?: string | undefined;
  /**
   * @defaultValue the environment's `SMTP_PROXY_PASSWORD`, or the file that `SMTP_PROXY_PASSWORD_FILE` names
   */
  readonly password?: CredentialInput | undefined;
}

/** Options of Nodemailer, with the names to use as their types. */
export interface NodemailerNames {
  /** @deprecated In Nodemailer. */
  readonly auth?: '`auth: { user, pass }` is `user` and `password` here.' | undefined;
  /** @deprecated In Nodemailer. */
  readonly pass?: '`pass` is `password` here.' | undefined;
  /** @deprecated In Nodemailer. */
  readonly service?: '`service` is `preset` here, or `host` and `port`.' | undefined;
}

interface SmtpCommonOptions extends NodemailerNames {
  /**
   * The account's password, or the key that the relay takes as one.
   *
   * @defaultValue the variables of the preset, else the environment's `SMTP_PASSWORD`, else
   * `EMAIL_SMTP_PASSWORD`; with `_FILE` appended to the name, the content of that file
   */
  readonly password?: CredentialInput | undefined;
  /**
   * An OAuth 2 access token, instead of a password. A refused token is loaded again from its source, once.
   *
   * @defaultValue with a `mechanism` for tokens, the environment's `SMTP_ACCESS_TOKEN`
   */
  readonly accessToken?: CredentialInput | undefined;
  /** Signs in with this mechanism only. @defaultValue the first that both sides know */
  readonly mechanism?: SmtpMechanism | undefined;
  /**
   * Refuses a connection without TLS. `false` is allowed only for a host on this machine.
   *
   * @defaultValue true, except on loopback without a proxy: with one, `localhost` is the proxy's machine
   */
  readonly requireTls?: boolean | undefined;
  readonly tls?: SmtpTlsOptions | undefined;
  readonly pool?: SmtpPoolOptions | undefined;
  readonly timeouts?: SmtpTimeouts | undefined;
  /** A key, or several for as many signatures. */
  readonly dkim?: SmtpDkimOptions | readonly SmtpDkimOptions[] | undefined;
  /** A URL without user and password, or an object with them. @defaultValue none */
  readonly proxy?: string | SmtpProxyOptions | undefined;
  /** Our name in EHLO: a host name, or an address in brackets. @defaultValue this machine's name */
  readonly clientName?: string | undefined;
  /** Limit for connection, greeting, TLS and sign-in together. @defaultValue 10 000 */
  readonly connectTimeoutMs?: number | undefined;
}

export interface SmtpHostOptions extends SmtpCommonOptions {
  /**
   * @defaultValue the preset's host; without one, the environment's `SMTP_HOST` if it is on this machine,
   * with `SMTP_PORT` and `SMTP_USER`
   */
  readonly host?: string | undefined;
  /** @defaultValue the preset's port; without one, 465 with `secure`, else 587 */
  readonly port?: number | undefined;
  /** TLS from the first byte, rather than by STARTTLS. @defaultValue true for port 465 */
  readonly secure?: boolean | undefined;
  /** Signs in with this name and `password`; without it and without a preset, there is no sign-in. */
  readonly user?: string | undefined;
  /** Host, port, user name and environment variables of a service's relay. */
  readonly preset?: SmtpPreset | undefined;
  /**
   * The region of the relay: of `ses` (`'eu-west-1'`) or of `mailgun` (`'us'` or `'eu'`).
   *
   * @defaultValue the environment's `AWS_REGION` for `ses`, `'us'` for `mailgun`
   */
  readonly region?: string | undefined;
  readonly url?: undefined;
}

export interface SmtpUrlOptions extends SmtpCommonOptions {
  /**
   * `smtps://user:password@host:465` (TLS from the first byte) or `smtp://user@host:587` (STARTTLS). Prefer
   * `password` to a password in the URL.
   */
  readonly url: string;
  readonly host?: undefined;
  readonly port?: undefined;
  readonly secure?: undefined;
  readonly user?: undefined;
  readonly preset?: undefined;
  readonly region?: undefined;
}

/** The address of the relay, and our sign-in. @public */
export type SmtpOptions = SmtpHostOptions | SmtpUrlOptions;
