import { refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { createByteBudget } from '../../byte-budget.ts';
import type { Fault } from '../../faults/fault.ts';
import { type FaultDoor, wrapWithFaults } from '../../faults/http-faults.ts';
import type { SandboxHandler } from '../../http/exchange.ts';
import { startHttpServer } from '../../http/server.ts';
import { createSharedParts, type SharedParts } from '../../shared-parts.ts';
import type { MailWebhooks } from '../events/webhooks.ts';
import type { MailInbound } from '../inbound/mail-inbound.ts';
import { joinWires } from '../kit/define-wire.ts';
import type { Door } from '../kit/door.ts';
import { createFileFetcher } from '../kit/file-fetcher.ts';
import { createMailbox, type Mailbox, type MailboxLimits } from '../mailbox/mailbox.ts';
import { defaultMailboxLimits } from '../mailbox/message-table.ts';
import { parseRelay } from '../mailpit/relay.ts';
import { doors } from '../providers/all.ts';
import { smtpUser } from '../smtp-relay.ts';
import { openDataFolder } from '../state/data-folder.ts';
import { loadState, type SandboxState, saveState } from '../state/mail-state.ts';
import { createMailStore, type MailStore } from '../store/mail-store.ts';
import { describeProject, type MailProject } from '../store/project.ts';
import { countRequests, type MailStats } from './count-requests.ts';
import { type MailServiceAddress, type OpenDoors, openDoors } from './doors.ts';
import { type MailServers, startMailServers } from './mail-servers.ts';
import { mount } from './mount.ts';
import { openEvents } from './open-events.ts';
import { createMailOutcomes, describeUndelivered, type MailOutcomes } from './outcomes.ts';
import { refuserOf } from './refuse-sender.ts';
import type { MailSeed } from './seed.ts';
import { defaultKeys, type MailServiceOptions, startMailServiceNames } from './service-options.ts';
import { createStartContent, type StartContent } from './start-content.ts';

/** Mail services on this machine: the HTTP APIs of 18 services and an SMTP relay, with one mailbox. */
export interface MailService {
  /** The base URL of Plunk's HTTP API, without a trailing slash. */
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly publicKey: string;
  readonly smtp: {
    readonly host: string;
    readonly port: number;
    /** The port with TLS from the first byte; `undefined` without `tls` of the sandbox. */
    readonly tlsPort: number | undefined;
    readonly user: string;
    readonly password: string;
    /** PEM, to trust in a client; `undefined` without encryption. */
    readonly certificate: string | undefined;
  };
  /** The POP3 server; `undefined` unless the option `pop3` starts it. */
  readonly pop3: Omit<MailService['smtp'], 'certificate' | 'tlsPort'> | undefined;
  /** The HTTP APIs by the name of the service: `resend`. */
  readonly services: Readonly<Record<string, MailServiceAddress>>;
  /** Environment variables for clients of each service. */
  readonly env: Readonly<Record<string, string>>;
  readonly mailbox: Mailbox;
  /** The largest message. */
  readonly maxMessageBytes: number;
  /** The newest mails that it keeps; requests of each API, `undefined` for Plunk's limit and none else. */
  readonly limits: Required<MailboxLimits> & Pick<MailServiceOptions, 'rateLimit'>;
  /** What became of accepted mail at each recipient, and the mail that no recipient got. */
  readonly outcomes: MailOutcomes;
  /** The URL of the server for released mail. */
  readonly relay: string | undefined;
  /** What the store of the HTTP APIs has now. */
  project(): MailProject;
  /** The mail, also scheduled, the rows of the HTTP APIs, rules, faults and cached events, as plain JSON. */
  save(): SandboxState;
  /** Replaces them. @throws {RangeError | TypeError} for an invalid state, which changes nothing */
  load(state: SandboxState): Promise<void>;
  /** The events of mail, and the webhooks that tell them. */
  readonly webhooks: MailWebhooks;
  /** Mail that arrives for a program, in the form of the service that receives it. */
  readonly inbound: MailInbound;
  readonly stats: MailStats;
  /** Injects a failure into the next requests to the HTTP APIs. Paths are those of the service. */
  failNext(fault: Fault): void;
  /** Puts the content of the start back: the mail and rows of the seed, and no others. Faults stay. */
  reset(): void;
  /** Takes another seed for the start, and resets to it. @throws as the start; then nothing has changed */
  reseed(seed: MailSeed): Promise<void>;
  /** Stops both servers. May be called more than once. */
  close(): Promise<void>;
}

/**
 * Starts the service on 127.0.0.1. It connects to no other machine: mail stays in its mailbox.
 *
 * @throws {PortInUseError} when a port is in use; {TypeError} for a `relay` that is not on this machine
 */
export async function startMailService(
  options: MailServiceOptions = {},
  parts = createSharedParts(),
): Promise<MailService> {
  refuseUnknown(options, startMailServiceNames, 'startMailService()', meantOption);
  if (options.relay !== undefined) parseRelay(options.relay);
  const { now = Date.now, maxMessageBytes = 16 * 1024 * 1024, maxRecipients = 1000 } = options;
  const refuseSender = refuserOf(options.verifiedDomains);
  const { maxContacts, maxTemplates } = options;
  const limits = { maxMessageBytes, maxRecipients, maxContacts, maxTemplates };
  const { faultTable: faults, cachedEvents, failures } = parts;
  const { inBackground } = failures;
  const mailbox = createMailbox({
    ...options.mailbox,
    ...{ now, onFailure: failures.add, note: () => describeUndelivered(store) },
  });
  const tables = { faults, cachedEvents };
  const store = createMailStore({ ...tables, mailbox, refuseSender, inBackground, now, ...limits });
  const wires = joinWires(doors, options.wires);
  const start = await createStartContent(store, options.seed ?? {}, wires);
  const data = options.data === undefined ? undefined : await openDataFolder(options.data, store);
  try {
    const service = await startServers(store, start, { ...options, wires }, parts);
    return { ...service, close: () => service.close().finally(() => data?.close()) };
  } catch (error) {
    data?.close();
    throw error;
  }
}

async function startServers(
  store: MailStore,
  start: StartContent,
  options: MailServiceOptions & { readonly wires: readonly Door[] },
  { faults, requests, failures, access }: SharedParts,
): Promise<MailService> {
  const { mailbox, maxMessageBytes, refuseSender, now } = store;
  const { strict: isStrict = false, rateLimit, webhooks = {}, wires } = options;
  const apiKey = options.apiKey ?? defaultKeys.apiKey;
  const publicKey = options.publicKey ?? defaultKeys.publicKey;
  const transit = createByteBudget(options.maxTransitBytes ?? 128 * 1024 * 1024);
  const wrap = (name: string, describe: FaultDoor['describe'], handler: SandboxHandler) =>
    wrapWithFaults(
      faults,
      { service: 'mail', prefix: `/${name}`, describe, onFault: (faultId) => requests.note({ faultId }) },
      handler,
    );
  const events = openEvents(store, { wires, faults, webhooks, origin: () => http.url });
  const doors = openDoors(store, events, {
    ...{ wires, secret: apiKey, publicKey, isStrict, rateLimit, wrap },
    fetchFile: createFileFetcher(options.allowFetch, { maxBytes: maxMessageBytes }),
    onFailure: failures.add,
  });
  // Base64 makes four bytes of three, and JSON adds a little.
  const maxBodyBytes = Math.ceil(maxMessageBytes * 1.4) + 1024 * 1024;
  const counted = countRequests(mount(doors.handlers), mailbox);
  const http = await startHttpServer(counted.handler, {
    port: options.port ?? 0,
    maxBodyBytes: (path) => Math.min(maxBodyBytes, doors.maxBodyBytes(path) ?? maxBodyBytes),
    refuseBody: doors.refuseBody,
    bodyBudget: transit,
    observer: requests.observer('mail'),
    onFailure: failures.add,
    access,
  });
  const servers = await startMailServers(options, {
    ...{ mailbox, password: apiKey, maxMessageBytes, transit, isStrict, refuseSender },
    ...{ faults, failures, access, now },
  }).catch(async (error: unknown) => {
    await http.close();
    throw error;
  });
  doors.start();
  events.resume();
  const reset = (): void => {
    for (const each of [start.putBack, events.reset, doors.reset, counted.reset, events.resume]) each();
  };
  mailbox.subscribe(({ id }) => requests.note({ messageId: id }));
  return {
    ...describeAddresses(http.doorUrl, servers, { apiKey, publicKey }, doors),
    mailbox,
    maxMessageBytes,
    limits: limitsOf(options),
    outcomes: createMailOutcomes(store),
    relay: options.relay,
    project: () => describeProject(store),
    save: () => saveState(store),
    load: (state) => loadState(store, state).then(events.resume),
    webhooks: events,
    inbound: events.inbound,
    stats: counted.stats,
    failNext: (fault) => void faults.add({ ...fault, service: 'mail' }),
    reset,
    reseed: (seed) => start.replace(seed).then(reset),
    close: () => {
      doors.close();
      events.close();
      return closeAll([http, servers], mailbox);
    },
  };
}

function describeAddresses(
  origin: string,
  { smtp, pop3 }: MailServers,
  keys: Pick<MailService, 'apiKey' | 'publicKey'>,
  doors: OpenDoors,
): Pick<MailService, 'apiUrl' | 'apiKey' | 'publicKey' | 'smtp' | 'pop3' | 'services' | 'env'> {
  const { services, env } = doors.describe(origin);
  const password = keys.apiKey;
  const { host, port, tlsPort, certificate } = smtp;
  const own = { SMTP_HOST: host, SMTP_PORT: String(port), SMTP_USER: smtpUser, SMTP_PASSWORD: password };
  return {
    apiUrl: `${origin}/plunk`,
    ...keys,
    smtp: { host, port, tlsPort, user: smtpUser, password, certificate },
    pop3: pop3 && { host: pop3.host, port: pop3.port, user: smtpUser, password },
    services,
    env: { ...env, ...own },
  };
}

const limitsOf = ({ mailbox, rateLimit }: MailServiceOptions): MailService['limits'] => ({
  ...defaultMailboxLimits,
  ...mailbox,
  ...(rateLimit !== undefined && { rateLimit }),
});

async function closeAll(
  servers: readonly { close(): Promise<void> }[],
  mailbox: { close(): void },
): Promise<void> {
  mailbox.close();
  await Promise.all(servers.map((server) => server.close()));
}
