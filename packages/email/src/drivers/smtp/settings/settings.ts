import type { CredentialInput } from '@org/core';
import { wrongKind } from '@org/core/basics';
import type { SmtpRelay } from '../presets/relays.ts';
import { allMechanisms, kindOf, type SignInKind, type SignInWish } from '../sign-in/mechanisms.ts';
import { isHostName, isLoopback, isPem, isUserName, refuse, withoutBrackets } from './checks.ts';
import { requirePart, type SmtpProxy, type SmtpReaders } from './code.ts';
import type { SmtpDkimOptions, SmtpOptions, SmtpTimeouts, SmtpTlsOptions } from './options.ts';
import { placeOf } from './place.ts';

/** The options with every default filled in. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly requireTls: boolean;
  readonly user: string | undefined;
  /** The password is also the user name. */
  readonly isUserPassword: boolean;
  readonly signIn: SignInWish;
  readonly relay: SmtpRelay | undefined;
  /** Of the preset. */
  readonly region: string | undefined;
  readonly tls: SmtpTlsOptions;
  readonly maxConnections: number;
  readonly maxMessages: number;
  readonly idleMs: number;
  readonly timeouts: Readonly<Record<keyof SmtpTimeouts, number>>;
  /** Empty where nothing is signed. */
  readonly dkim: readonly SmtpDkimOptions[];
  readonly proxy: SmtpProxy | undefined;
  readonly clientName: string | undefined;
  readonly connectTimeoutMs: number;
}

export interface ResolvedSettings {
  readonly settings: SmtpSettings;
  readonly password: CredentialInput | undefined;
}

/** @throws ConfigurationError */
export function resolveSmtpSettings(
  options: SmtpOptions,
  { relays, readDkim, readProxy }: SmtpReaders,
): ResolvedSettings {
  const place = placeOf(options, relays);
  const { user, relay, region } = place;
  const host = withoutBrackets(place.host);
  if (!isHostName(host)) throw refuse('host must be a host name or an IP address, without port or scheme');
  const password = options.password ?? place.password;
  if (user !== undefined && !isUserName(user))
    throw refuse('user must be a name to sign in with; leave it out for no sign-in');
  if (user === undefined && (password ?? options.accessToken) !== undefined)
    throw refuse(`${password === undefined ? 'accessToken' : 'password'} is given, and so user must be too`);
  if (password !== undefined && options.accessToken !== undefined)
    throw refuse('password and accessToken are both given: one of them signs in');
  const secure = place.secure ?? place.port === 465;
  const port = place.port ?? (secure ? 465 : 587);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw refuse(`port must be a number from 1 to 65535, not ${wrongKind(port)}`);
  for (const name of ['secure', 'requireTls'] as const)
    if (!['boolean', 'undefined'].includes(typeof options[name]))
      throw refuse(`${name} must be true or false, not ${wrongKind(options[name])}`);
  const { clientName } = options;
  if (clientName !== undefined && !/^[\w.:[\]-]{1,255}$/.test(clientName))
    throw refuse('clientName must be a host name');
  return {
    settings: {
      host,
      port,
      secure,
      requireTls: readRequireTls(options, host),
      user,
      isUserPassword: place.isUserPassword === true,
      signIn: readSignIn(options, relay, password),
      relay,
      region,
      tls: readTls(options),
      ...readPool(options),
      ...readTimes(options),
      dkim: [options.dkim ?? []].flat().map((key) => requirePart(readDkim, 'dkim')(key)),
      proxy: options.proxy === undefined ? undefined : requirePart(readProxy, 'proxy')(options.proxy),
      clientName,
    },
    password,
  };
}

function readRequireTls({ requireTls, proxy }: SmtpOptions, host: string): boolean {
  // Through a proxy, `localhost` is the proxy's machine.
  const isHere = isLoopback(host) && proxy === undefined;
  if (requireTls === false && !isHere)
    throw refuse(
      'requireTls: false is for this machine only (127.0.0.1, ::1, localhost), and not through a proxy',
    );
  return requireTls ?? !isHere;
}

function readSignIn(
  { accessToken, mechanism }: SmtpOptions,
  relay: SmtpRelay | undefined,
  password: CredentialInput | undefined,
): SignInWish {
  const usual = relay?.signIn === 'token' && password === undefined ? 'token' : 'password';
  const given: SignInKind = accessToken === undefined ? usual : 'token';
  if (mechanism === undefined) return { kind: given };
  const kind = kindOf(mechanism);
  if (kind === undefined) throw refuse(`mechanism must be one of ${allMechanisms.join(', ')}`);
  if ((kind === 'token' && password !== undefined) || (kind === 'password' && accessToken !== undefined))
    throw refuse(`mechanism ${mechanism} needs ${kind === 'token' ? 'accessToken' : 'password'}`);
  return { kind, mechanism };
}

function readTls({ tls = {} }: SmtpOptions): SmtpTlsOptions {
  if (tls.ca !== undefined && ![tls.ca].flat().every(isPem))
    throw refuse('tls.ca must be a certificate in PEM (-----BEGIN CERTIFICATE-----), or several');
  return tls;
}

function readPool({
  pool = {},
}: SmtpOptions): Pick<SmtpSettings, 'maxConnections' | 'maxMessages' | 'idleMs'> {
  const { maxConnections = 5, maxMessages = 100, idleMs = 30_000 } = pool;
  for (const [name, value] of Object.entries({ maxConnections, maxMessages }))
    if (!Number.isSafeInteger(value) || value < 1)
      throw refuse(`pool.${name} must be a whole number of at least 1, not ${value}`);
  requireTimes({ 'pool.idleMs': idleMs });
  return { maxConnections, maxMessages, idleMs };
}

function readTimes(options: SmtpOptions): Pick<SmtpSettings, 'timeouts' | 'connectTimeoutMs'> {
  const { connectTimeoutMs = 10_000, timeouts = {} } = options;
  const { commandMs = 60_000, blockMs = 60_000, finalMs = 600_000 } = timeouts;
  requireTimes({
    connectTimeoutMs,
    'timeouts.commandMs': commandMs,
    'timeouts.blockMs': blockMs,
    'timeouts.finalMs': finalMs,
  });
  return { connectTimeoutMs, timeouts: { commandMs, blockMs, finalMs } };
}

function requireTimes(times: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(times))
    if (!(value > 0)) throw refuse(`${name} must be a number above 0, not ${value}`);
}
