import { readAccess } from '../http/access.ts';
import { readToken } from '../http/token.ts';
import { parseRelay } from '../mail/mailpit/relay.ts';
import type { SandboxOptions } from '../sandbox.ts';
import type { CommandOptions, OptionValues } from './command.ts';
import { UsageError } from './usage-error.ts';

export const startOptions = {
  'page-port': { type: 'string', value: '<port>', help: 'the page and the API (8025)' },
  'mail-port': { type: 'string', value: '<port>', help: "the mail services' HTTP APIs (8026)" },
  'smtp-port': { type: 'string', value: '<port>', help: 'SMTP (1025)' },
  pop3: { type: 'boolean', help: 'also serve the mail over POP3' },
  'pop3-port': { type: 'string', value: '<port>', help: 'POP3 (1110), which this starts too' },
  'routing-port': {
    type: 'string',
    value: '<port>',
    help: "Valhalla's API, openrouteservice's at /ors (8002)",
  },
  'realtime-port': { type: 'string', value: '<port>', help: 'the Pusher protocol (6001)' },
  osm: { type: 'string', value: '<file>', help: 'your OpenStreetMap extract, .osm.pbf' },
  host: { type: 'string', value: '<address>', help: 'listen there; 0.0.0.0 in a container' },
  'allowed-hosts': { type: 'string', value: '<names>', help: 'names of this machine: sandbox,mail.test' },
  token: { type: 'string', value: '<text>', help: 'for the page and the API; made with --host' },
  tls: { type: 'boolean', help: 'TLS beside plain text, with a new certificate' },
  'smtps-port': { type: 'string', value: '<port>', help: 'SMTP with TLS from the first byte (1465)' },
  'rate-limit': { type: 'string', value: '<n/minute>', help: 'for each service; also n/second, n/hour' },
  config: { type: 'string', value: '<file>', help: 'instead of sandbox.config.{ts,js,mjs,json} here' },
  'no-config': { type: 'boolean', help: 'without a configuration file' },
  data: { type: 'string', value: '<folder>', help: 'keep what is sent and set up there' },
  'allow-fetch': { type: 'string', value: '<hosts>', help: 'fetch attachments by URL: any, or a,b' },
  relay: { type: 'string', value: '<url>', help: 'takes released mail: smtp://127.0.0.1:2525' },
  strict: { type: 'boolean', help: 'mail: only the printed keys and login' },
  'no-mail': { type: 'boolean', help: 'without mail' },
  'no-routing': { type: 'boolean', help: 'without routing' },
  'no-realtime': { type: 'boolean', help: 'without channels' },
  'no-page': { type: 'boolean', help: 'without the page, and without other commands for it' },
} as const satisfies CommandOptions;

/** The option of the commands that need the map engine. */
export const engineOptions = {
  yes: { type: 'boolean', short: 'y', help: 'install the map engine (280 MB) without asking' },
} as const satisfies CommandOptions;

export type StartValues = OptionValues<typeof startOptions>;

/** The options that need a service, with the option that disables it. */
const partOf = {
  'page-port': 'no-page',
  'mail-port': 'no-mail',
  'smtp-port': 'no-mail',
  pop3: 'no-mail',
  'pop3-port': 'no-mail',
  'smtps-port': 'no-mail',
  data: 'no-mail',
  relay: 'no-mail',
  'allow-fetch': 'no-mail',
  strict: 'no-mail',
  config: 'no-config',
  'routing-port': 'no-routing',
  osm: 'no-routing',
  'realtime-port': 'no-realtime',
} as const;

/**
 * The options of `startSandbox()`.
 *
 * @throws {UsageError} for invalid or conflicting values
 */
export function toSandboxOptions(values: StartValues): SandboxOptions {
  refuseOrphans(values);
  refuseAccess(values);
  const rateLimit = readRateLimit(values['rate-limit']);
  const limited = rateLimit && { rateLimit };
  return {
    ...(values.host !== undefined && { host: values.host }),
    ...(values['allowed-hosts'] !== undefined && { allowedHosts: values['allowed-hosts'].split(',') }),
    ...(values.tls && { tls: true }),
    ...(values.token !== undefined && { token: values.token }),
    page: values['no-page'] ? false : { ...readPort(values, 'page-port') },
    mail: values['no-mail']
      ? false
      : {
          ...readPort(values, 'mail-port'),
          smtp: { ...readPort(values, 'smtp-port'), ...readTlsPort(values) },
          ...(values.pop3 && { pop3: true }),
          ...(values['pop3-port'] !== undefined && { pop3: readPort(values, 'pop3-port') }),
          ...(values.strict && { strict: true }),
          ...(values.relay !== undefined && { relay: readRelay(values.relay) }),
          ...(values['allow-fetch'] !== undefined && { allowFetch: readHosts(values['allow-fetch']) }),
          ...(values.data !== undefined && { data: values.data }),
          ...limited,
        },
    routing: values['no-routing']
      ? false
      : {
          ...readPort(values, 'routing-port'),
          ...(values.osm !== undefined && { osmFile: readPath(values.osm) }),
          ...limited,
        },
    realtime: values['no-realtime'] ? false : { ...readPort(values, 'realtime-port'), ...limited },
  };
}

/** Whether the command line has an option of the start. */
export function hasStartOption(values: StartValues): boolean {
  return Object.keys(startOptions).some((name) => name in values);
}

function refuseOrphans(values: StartValues): void {
  for (const [name, without] of Object.entries(partOf) as [keyof typeof partOf, keyof StartValues][]) {
    if (values[name] !== undefined && values[without])
      throw new UsageError(`--${name} cannot be combined with --${without}.`);
  }
  if (values['no-mail'] && values['no-routing'] && values['no-realtime'])
    throw new UsageError('All services are disabled: remove one of --no-mail, --no-routing, --no-realtime.');
}

function refuseAccess(values: StartValues): void {
  const { host, token, 'allowed-hosts': names } = values;
  try {
    readAccess({ host, allowedHosts: names?.split(',') });
    readToken(token, false);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--${message.replace('allowedHosts', 'allowed-hosts')}`);
  }
}

function readPort(values: StartValues, name: keyof StartValues): { readonly port?: number } {
  const text = values[name];
  if (text === undefined) return {};
  const port = typeof text === 'string' && /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError(`--${name} must be a port from 0 to 65535, not "${text}".`);
  return { port };
}

function readTlsPort(values: StartValues): { readonly tlsPort?: number } {
  const { port } = readPort(values, 'smtps-port');
  return port === undefined ? {} : { tlsPort: port };
}

function readPath(path: string): string {
  if (path === '') throw new UsageError('--osm needs the path of a .osm.pbf file.');
  return path;
}

/** `any`, or a list with commas. */
function readHosts(text: string): true | readonly string[] {
  if (text === 'any') return true;
  const hosts = text.split(',').map((host) => host.trim());
  if (hosts.every((host) => /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host))) return hosts;
  throw new UsageError(`--allow-fetch must be any, or hosts such as cdn.acme.dev,127.0.0.1, not "${text}".`);
}

function readRelay(url: string): string {
  try {
    parseRelay(url);
    return url;
  } catch (error) {
    throw new UsageError(`--relay: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const windows = { second: 1000, minute: 60_000, hour: 3_600_000 } as const;

function readRateLimit(
  text: string | undefined,
): { readonly limit: number; readonly windowMs: number } | undefined {
  if (text === undefined) return undefined;
  const [, count, unit] = /^(\d{1,6})\/(second|minute|hour)$/.exec(text) ?? [];
  const limit = Number(count);
  if (!(limit >= 1)) throw new UsageError(`--rate-limit must look like 100/minute, not "${text}".`);
  return { limit, windowMs: windows[unit as keyof typeof windows] };
}
