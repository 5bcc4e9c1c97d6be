import { ConfigurationError } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { describeSandbox } from './description.ts';
import { environment } from './environment.ts';
import type { SandboxFailures } from './failures.ts';
import { checkFault } from './faults/check-fault.ts';
import type { AnyFault } from './faults/fault.ts';
import type { FaultList } from './faults/fault-list.ts';
import { readAccess } from './http/access.ts';
import { type SandboxCertificate, writeCertificate } from './http/certificate-file.ts';
import { keepStarted } from './http/keep-started.ts';
import { readToken } from './http/token.ts';
import type { MailSeed } from './mail/service/seed.ts';
import { type MailService, startMailService } from './mail/service/service.ts';
import type { MailServiceOptions } from './mail/service/service-options.ts';
import type { SandboxState } from './mail/state/mail-state.ts';
import { findMissingEngine } from './map/missing-engine.ts';
import { prepareOsm, prepareTown } from './map/prepare.ts';
import type { Town } from './map/town.ts';
import { keepOwnAws } from './own-aws.ts';
import { type PageOptions, type PageService, startPageService } from './page/page-service.ts';
import type { RealtimeServiceOptions } from './realtime/options.ts';
import { type RealtimeService, startRealtimeService } from './realtime/realtime-service.ts';
import { createSandboxRequests, type SandboxRequests } from './requests/sandbox-requests.ts';
import { type RoutingService, type RoutingServiceOptions, startRoutingService } from './routing/service.ts';
import { createSharedParts } from './shared-parts.ts';
import type { StartedSandbox, StartOptions } from './start-options.ts';
import { withSockets } from './with-sockets.ts';

const startSandboxNames: OptionNames<SandboxOptions> = {
  mail: 0,
  routing: 0,
  realtime: 0,
  page: 0,
  seed: 0,
  host: 0,
  allowedHosts: 0,
  token: 0,
  tls: 0,
  signal: 0,
  onProgress: 0,
};

const seedNames: OptionNames<SandboxSeed> = { mails: 0, contacts: 0, templates: 0, faults: 0 };

/** Mail, rows of the HTTP APIs, and faults that are there at the start. */
export interface SandboxSeed extends MailSeed {
  readonly faults?: readonly AnyFault[];
}

/** Options of each service, or `false` to disable it. */
export interface SandboxOptions {
  readonly mail?: MailServiceOptions | false;
  readonly routing?: (Omit<RoutingServiceOptions, 'tilesDirectory'> & { readonly osmFile?: string }) | false;
  readonly realtime?: RealtimeServiceOptions | false;
  /** The web page with inbox, map and channels. @default on a free port */
  readonly page?: PageOptions | false;
  /** The content at the start; a data folder that is in use already has its own. */
  readonly seed?: SandboxSeed;
  /**
   * The address to listen on: `0.0.0.0` in a container. With another one than loopback, the page and its
   * interface need the token.
   *
   * @default '127.0.0.1'
   */
  readonly host?: string;
  /**
   * Names of this machine in the `Host` of requests, beside `localhost` and its addresses: the name of a
   * container. The first one is in the addresses that the sandbox gives away. Others are refused, because a
   * domain of anybody may resolve to this machine (DNS rebinding).
   *
   * @default none
   */
  readonly allowedHosts?: readonly string[];
  /**
   * What requests to the page, `/api` and Mailpit's API must have. The services have their own keys.
   *
   * @default none on loopback, and a new one with another `host`
   */
  readonly token?: string;
  /**
   * Accepts TLS beside plain text on each port of HTTP and with STARTTLS, and from the first byte on
   * `mail.smtp.tlsPort`, with a new certificate for 397 days. The addresses of mail and routing are `https`.
   *
   * @default false
   */
  readonly tls?: boolean;
  /** Aborts the start, and stops services that have started. */
  readonly signal?: AbortSignal;
  /** Called with each slow step: `preparing the map`, then the map builder's steps. */
  readonly onProgress?: (step: string) => void;
}

/** The running services and the page. A service that is disabled with `false` is `undefined`. */
export interface Sandbox {
  readonly mail: MailService | undefined;
  readonly routing: RoutingService | undefined;
  readonly realtime: RealtimeService | undefined;
  readonly page: Pick<PageService, 'url' | 'token'> | undefined;
  /** The certificate to trust, with `tls`. */
  readonly tls: SandboxCertificate | undefined;
  /** The made-up town of the routing service; `undefined` for your own map. */
  readonly town: Town | undefined;
  /** The folder of the routing tiles, for `embedded({ tilesDirectory })`. */
  readonly tilesDirectory: string | undefined;
  /**
   * Environment variables for programs with the `@org` packages or official SDKs. They have keys and a region
   * of AWS only where this process had none at the start.
   */
  readonly env: Readonly<Record<string, string>>;
  /** The last HTTP requests of all services. */
  readonly requests: SandboxRequests;
  /** Failures of the sandbox itself. There are none in a healthy one. */
  readonly failures: SandboxFailures;
  /** The faults and limits of all services. */
  readonly faults: FaultList;
  /**
   * Puts everything back as it was at the start: empty but for the seed, without logged requests, webhooks
   * and faults. Sockets stay open.
   */
  reset(): void;
  /**
   * Takes another seed for the start, and resets to it.
   *
   * @throws {ConfigurationError | TypeError | RangeError} for an invalid seed, which changes nothing
   */
  reseed(seed: SandboxSeed): Promise<void>;
  /** The mail, also scheduled, the rows of the HTTP APIs, rules, faults and cached events, as plain JSON. */
  save(): SandboxState;
  /** Replaces them. @throws {RangeError | TypeError} for an invalid state, which changes nothing */
  load(state: SandboxState): Promise<void>;
  /** Stops the services and the page. May be called more than once. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts mail, routing and realtime services, on 127.0.0.1 and free ports by default. The first start builds
 * the town's map in half a second. No service connects to another machine. The routing service needs the
 * optional package `@valhallajs/valhallajs`.
 *
 * @example
 * await using sandbox = await startSandbox({ routing: false, page: false });
 * Object.assign(process.env, sandbox.env); // the drivers of the packages need no option
 *
 * @throws PortInUseError when a port is in use
 * @throws TypeError for a `host`, `allowedHosts` or a `token` that cannot be one
 * @throws ConfigurationError for the routing service without its engine
 */
export function startSandbox<Mail, Routing, Realtime, Page>(
  options?: StartOptions<Mail, Routing, Realtime, Page>,
): Promise<StartedSandbox<Mail, Routing, Realtime, Page>>;
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  refuseUnknown(options, startSandboxNames, 'startSandbox()', meantOption);
  refuseUnknown(options.seed, seedNames, 'startSandbox({ seed })', meantOption);
  const { keep, close } = keepStarted();
  try {
    options.signal?.throwIfAborted();
    const access = readAccess(options);
    const token = readToken(options.token, access.isOpen);
    const parts = createSharedParts(access);
    let { faults: seedFaults = [], ...seed } = options.seed ?? {};
    addAll(parts.faults, seedFaults);
    const mail =
      options.mail === false ? undefined : keep(await startMailService({ seed, ...options.mail }, parts));
    const realtime =
      options.realtime === false ? undefined : keep(await startRealtimeService(options.realtime, parts));
    const map = options.routing === false ? undefined : await prepareMap(options);
    const routing = map && keep(await startRoutingService({ ...(options.routing || {}), ...map }, parts));
    const folder = options.mail ? options.mail.data : undefined;
    const tls = access.certificate && keep(await writeCertificate(access.certificate.certificate, folder));
    const env = environment({ mail, routing, realtime, tls, tilesDirectory: map?.tilesDirectory });
    options.signal?.throwIfAborted();
    const urls = { mail: mail?.apiUrl, routing: routing?.url, realtime: realtime?.url };
    const requests = createSandboxRequests(parts.requests, urls, env);
    const faults = withSockets(parts.faults, realtime);
    const tilesDirectory = map?.tilesDirectory;
    const own = { env: keepOwnAws(env), requests, faults, failures: parts.failures };
    const services = { mail, routing, realtime, tls, town: map?.town, tilesDirectory, ...own };
    let page: PageService | undefined;
    const reset = (): void => {
      parts.faultTable.replaceAll([]);
      parts.cachedEvents.replaceAll([]);
      realtime?.faults.clear();
      addAll(parts.faults, seedFaults);
      mail?.reset();
      realtime?.reset();
      routing?.reset();
      parts.requests.clear();
      parts.failures.clear();
      page?.reset();
    };
    const reseed = async (next: SandboxSeed): Promise<void> => {
      seedFaults = await takeSeed(next, mail);
      reset();
    };
    const state = stateOf(mail);
    // Other programs have other keys of AWS: the command line reads theirs.
    const described = { ...services, env };
    const describe = () => describeSandbox(described);
    const { allowFetch } = options.mail || {};
    const control = { ...services, ...state, reset, describe, access, token, allowFetch };
    if (options.page !== false) page = keep(await startPageService(control, options.page));
    options.signal?.throwIfAborted();
    return { ...services, ...state, page, reset, reseed, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Gives a seed to the mail service. Resolves with its faults. */
async function takeSeed(seed: SandboxSeed, mail: MailService | undefined): Promise<readonly AnyFault[]> {
  refuseUnknown(seed, seedNames, 'reseed()', meantOption);
  const { faults = [], ...content } = seed;
  for (const fault of faults) checkFault(fault);
  await mail?.reseed(content);
  return faults;
}

function addAll(list: FaultList, faults: readonly AnyFault[]): void {
  for (const fault of faults) list.add(fault);
}

function stateOf(mail: MailService | undefined): Pick<Sandbox, 'save' | 'load'> {
  const missing = (): never => {
    throw new TypeError('The sandbox has no state: its mail service is disabled.');
  };
  return { save: mail?.save ?? missing, load: mail?.load ?? (async () => missing()) };
}

async function prepareMap({ routing, signal, onProgress }: SandboxOptions): Promise<{
  readonly tilesDirectory: string;
  readonly town?: Town;
}> {
  const prepare = { ...(signal && { signal }), ...(onProgress && { onProgress }) };
  const osmFile = routing === false ? undefined : routing?.osmFile;
  const missing = findMissingEngine();
  if (missing !== undefined) {
    const message = `The routing service cannot start. ${missing.reason} Or set routing: false.`;
    throw new ConfigurationError({ message, provider: 'embedded', providerCode: missing.code });
  }
  onProgress?.('preparing the map');
  return osmFile === undefined ? prepareTown(prepare) : prepareOsm({ ...prepare, pbfFile: osmFile });
}
