import { settingFromEnv } from '@org/core';
import type { SmtpPreset, SmtpRelay } from '../presets/relays.ts';
import { refuse } from './checks.ts';
import { requirePart, type SmtpReaders } from './code.ts';
import type { SmtpHostOptions, SmtpOptions } from './options.ts';

/** The relay's address and our name there, from wherever they were given. */
export interface Place extends Pick<SmtpHostOptions, 'port' | 'secure' | 'user' | 'password'> {
  readonly host?: unknown;
  readonly relay?: SmtpRelay | undefined;
  readonly region?: string | undefined;
  /** The key is also the user name. */
  readonly isUserPassword?: boolean | undefined;
}

/** @throws ConfigurationError */
export function placeOf(options: SmtpOptions, relays: SmtpReaders['relays']): Place {
  if (options.url !== undefined) return readUrl(options.url);
  if (options.preset !== undefined)
    return presetPlace(options, options.preset, requirePart(relays, 'preset'));
  if (options.region !== undefined) throw refuse("region is for a preset: preset: 'ses' or 'mailgun'");
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

function presetPlace(
  options: SmtpHostOptions,
  preset: SmtpPreset,
  relays: NonNullable<SmtpReaders['relays']>,
): Place {
  const relay = Object.hasOwn(relays, preset) ? relays[preset] : undefined;
  if (relay === undefined)
    throw refuse(
      `preset ${JSON.stringify(preset)} is unknown; it is one of ${Object.keys(relays).join(', ')}`,
    );
  const { userVariable } = relay;
  const region = regionOf(options, relay);
  const user =
    options.user ?? relay.user ?? (userVariable === undefined ? undefined : settingFromEnv(userVariable));
  if (user === undefined) throw refuse(`preset '${preset}' needs user, or the variable ${userVariable}`);
  return {
    ...options,
    host: options.host ?? (typeof relay.host === 'string' ? relay.host : relay.host(region ?? '')),
    port: options.port ?? (options.secure === undefined ? relay.port : undefined),
    user,
    relay,
    region,
    isUserPassword: relay.isUserPassword && options.user === undefined,
  };
}

function regionOf({ preset, region: given }: SmtpHostOptions, relay: SmtpRelay): string | undefined {
  const { regions, defaultRegion, regionVariable } = relay;
  if (regions === undefined) {
    if (given !== undefined) throw refuse(`preset '${preset}' has no regions: leave out region`);
    return undefined;
  }
  const variable = regionVariable === undefined ? undefined : settingFromEnv(regionVariable);
  const region = given ?? variable ?? defaultRegion;
  if (region === undefined)
    throw refuse(`preset '${preset}' needs region, or the variable ${regionVariable}`);
  if (regions instanceof RegExp ? regions.test(region) : regions.includes(region)) return region;
  const allowed = regions instanceof RegExp ? "a name like 'eu-west-1'" : regions.join(' or ');
  throw refuse(`region of preset '${preset}' must be ${allowed}`);
}

// No error message quotes the URL: it may contain the password.
function readUrl(text: string): Place {
  if (!URL.canParse(text)) throw refuse('url must look like smtps://user@host:465');
  const url = new URL(text);
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')
    throw refuse('url must begin with smtp:// or smtps://');
  if (url.search !== '' || url.hash !== '' || !/^\/?$/.test(url.pathname))
    throw refuse('url must end after host and port: use options');
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? undefined : Number(url.port),
    secure: url.protocol === 'smtps:',
    user: decodeUserinfo(url.username),
    password: decodeUserinfo(url.password),
  };
}

function decodeUserinfo(text: string): string | undefined {
  try {
    return text === '' ? undefined : decodeURIComponent(text);
  } catch {
    throw refuse('url has a user or password that is not percent-encoded correctly');
  }
}
