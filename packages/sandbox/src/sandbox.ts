import { ConfigurationError } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { describeSandbox } from './description.ts';
import { environment } from './environment.ts';
import { checkFault } from './faults/check-fault.ts';
import type { AnyFault } from './faults/fault.ts';
import type { FaultList } from './faults/fault-list.ts';
import { readAccess } from './http/access.ts';
import { writeCertificate } from './http/certificate-file.ts';
import { keepStarted } from './http/keep-started.ts';
import { readToken } from './http/token.ts';
import { type MailService, startMailService } from './mail/service/service.ts';
import { findMissingEngine } from './map/missing-engine.ts';
import { prepareOsm, prepareTown } from './map/prepare.ts';
import type { Town } from './map/town.ts';
import { keepOwnAws } from './own-aws.ts';
import { type PageService, startPageService } from './page/page-service.ts';
import { startRealtimeService } from './realtime/realtime-service.ts';
import { createSandboxRequests } from './requests/sandbox-requests.ts';
import { startRoutingService } from './routing/service.ts';
import { createSharedParts } from './shared-parts.ts';
import type { Sandbox, SandboxOptions, SandboxSeed, StartedSandbox, StartOptions } from './start-options.ts';
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

export type { Sandbox, SandboxOptions, SandboxSeed };

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
