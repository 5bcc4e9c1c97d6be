import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { type ForeignWords, meantOption } from '@org/core/driver';
import type {
  NodemailerNames,
  SmtpDkimOptions,
  SmtpOptions,
  SmtpPoolOptions,
  SmtpProxyOptions,
  SmtpTimeouts,
  SmtpTlsOptions,
} from './options.ts';

const smtpNames: OptionNames<Omit<SmtpOptions, keyof NodemailerNames>> = {
  host: 0,
  port: 0,
  secure: 0,
  user: 0,
  preset: 0,
  region: 0,
  url: 0,
  password: 0,
  accessToken: 0,
  mechanism: 0,
  requireTls: 0,
  tls: 0,
  pool: 0,
  timeouts: 0,
  dkim: 0,
  proxy: 0,
  clientName: 0,
  connectTimeoutMs: 0,
};

const tls: OptionNames<SmtpTlsOptions> = { ca: 0, servername: 0, minVersion: 0 };
const pool: OptionNames<SmtpPoolOptions> = { maxConnections: 0, maxMessages: 0, idleMs: 0 };
const timeouts: OptionNames<SmtpTimeouts> = { commandMs: 0, blockMs: 0, finalMs: 0 };
const dkim: OptionNames<SmtpDkimOptions> = { domain: 0, selector: 0, privateKey: 0 };
const proxy: OptionNames<SmtpProxyOptions> = { url: 0, ca: 0, user: 0, password: 0 };
const groups = { tls, pool, timeouts, dkim, proxy };

const token = 'Pass accessToken: fromOAuth2ClientCredentials(), or the token.';
const rate = 'Pass limiter to createEmailClient().';

/** Names of options in nodemailer and elsewhere. */
const otherNames: ForeignWords = {
  apikey: 'password',
  client: token,
  refreshtoken: token,
  ratelimit: rate,
  ratedelta: rate,
  logger: 'Pass onEvent to createEmailClient().',
  debug: 'Pass onEvent to createEmailClient().',
  json: 'Call email.preview(message), which sends nothing.',
  stream: 'Call email.preview(message), which sends nothing.',
  authm: 'mechanism',
  auth: 'Pass user and password.',
  ca: 'Pass tls.ca.',
  cert: 'Pass tls.ca.',
  connectiontimeout: 'connectTimeoutMs',
  domainname: 'domain',
  credentials: 'Pass user and password.',
  greetingtimeout: 'connectTimeoutMs',
  hostname: 'host',
  ignoretls: 'requireTls',
  keyselector: 'selector',
  login: 'user',
  maxconnections: 'Pass pool.maxConnections.',
  maxmessages: 'Pass pool.maxMessages.',
  name: 'clientName',
  oauth2: 'accessToken',
  pass: 'password',
  rejectunauthorized: 'Pass tls.ca with the certificate of your authority.',
  server: 'host',
  service: 'preset',
  sockettimeout: 'timeouts',
  ssl: 'secure',
  timeout: 'Pass timeoutMs to createEmailClient().',
  username: 'user',
};

/** @throws ConfigurationError for what is not an object, and for an option that would be lost silently */
export function refuseUnknownOptions(options: SmtpOptions, more: Readonly<Record<string, 0>> = {}): void {
  const findMeant = (name: string, known: readonly string[]) => meantOption(name, known, otherNames);
  refuseUnknown(options, { ...smtpNames, ...more }, 'smtp()', findMeant);
  const given: Readonly<Record<string, unknown>> = {
    ...options,
    proxy: typeof options.proxy === 'string' ? { url: options.proxy } : options.proxy,
  };
  for (const [name, names] of Object.entries(groups))
    for (const group of name === 'dkim' ? [given[name]].flat() : [given[name]])
      refuseUnknown(group, names, `smtp({ ${name} })`, findMeant);
}
