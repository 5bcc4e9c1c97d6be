import { randomBytes, randomUUID } from 'node:crypto';
import { refuseUnknown } from '@org/core/basics';
import { createByteBudget } from '../byte-budget.ts';
import type { Fault } from '../faults/fault.ts';
import { type FaultDoor, wrapWithFaults } from '../faults/http-faults.ts';
import type { SandboxHandler } from '../http/exchange.ts';
import { type HttpServer, startHttpServer } from '../http/server.ts';
import { createRateLimit } from '../rate-limit.ts';
import { createSharedParts } from '../shared-parts.ts';
import { type MailServiceAddress, type OpenDoors, openDoors } from './doors.ts';
import type { WebhookAttempt } from './events/webhooks.ts';
import { createMailbox, type Mailbox, type OpenMailbox } from './mailbox.ts';
import { mount } from './mount.ts';
import { createActivityFeed } from './plunk/activity.ts';
import { createPlunkApi, type PlunkApiOptions } from './plunk/api.ts';
import { type Campaign, createCampaignStore } from './plunk/campaigns.ts';
import { type Contact, createContactBook } from './plunk/contact-book.ts';
import { failureForStatus, renderFailure } from './plunk/failure.ts';
import { describeUnverifiedSender, type PlunkProject } from './plunk/project.ts';
import { createSegmentStore, type Segment } from './plunk/segments.ts';
import { createSuppressionRules, type SuppressionRule } from './plunk/suppressions.ts';
import { createTemplateStore } from './plunk/template-store.ts';
import { createSerialQueue } from './serial-queue.ts';
import { type MailServiceOptions, startMailServiceNames } from './service-options.ts';
import { type SmtpRelay, smtpUser, startSmtpRelay } from './smtp-relay.ts';
import { createMailStore } from './store/mail-store.ts';

/** The contacts, static segments, campaigns and suppression rules of the HTTP API. */
export interface MailProject {
  readonly contacts: readonly Contact[];
  readonly lists: readonly Segment[];
  readonly campaigns: readonly Campaign[];
  readonly suppressions: readonly SuppressionRule[];
}

/** Mail services on this machine: the HTTP APIs of ten services and an SMTP relay, with one mailbox. */
export interface MailService {
  /** The base URL of Plunk's HTTP API, without a trailing slash. */
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly publicKey: string;
  readonly smtp: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly password: string;
    /** PEM, to trust in a client; `undefined` without encryption. */
    readonly certificate: string | undefined;
  };
  /** The HTTP APIs by the name of the service: `resend`. */
  readonly services: Readonly<Record<string, MailServiceAddress>>;
  /** Environment variables for clients of each service. */
  readonly env: Readonly<Record<string, string>>;
  readonly mailbox: Mailbox;
  /** What the project of the HTTP API has now. */
  project(): MailProject;
  /** The last 500 deliveries of webhooks with their answers, oldest first. */
  webhookAttempts(): readonly WebhookAttempt[];
  readonly stats: {
    /** Received HTTP requests. */
    readonly requests: number;
    /** HTTP requests with a 429, from the rate limit or a fault. */
    readonly refused: number;
    /** Received messages, over HTTP and SMTP. */
    readonly messages: number;
  };
  /** Injects a failure into the next requests to the HTTP APIs. Paths are those of the service. */
  failNext(fault: Fault): void;
  /** Stops both servers. May be called more than once. */
  close(): Promise<void>;
}

/**
 * Starts the service on 127.0.0.1. It opens no outgoing connection: mail stays in its mailbox.
 *
 * @throws {PortInUseError} when a port is in use
 */
export async function startMailService(
  options: MailServiceOptions = {},
  { faults, requests } = createSharedParts(),
): Promise<MailService> {
  refuseUnknown(options, startMailServiceNames, 'startMailService()');
  const { now = Date.now, maxMessageBytes = 16 * 1024 * 1024, strict: isStrict = false } = options;
  const apiKey = options.apiKey ?? createKey('sk');
  const publicKey = options.publicKey ?? createKey('pk');
  const verifiedDomains = options.verifiedDomains?.map((domain) => domain.toLowerCase());
  const transit = createByteBudget(options.maxTransitBytes ?? 128 * 1024 * 1024);
  const mailbox = createMailbox({ ...options.mailbox, now });
  const describe = (status: number) => renderFailure(failureForStatus(status), randomUUID(), now());
  const project = { mailbox, verifiedDomains, maxMessageBytes, now };
  const keys = { secret: apiKey, public: publicKey, isStrict };
  const api = createApi(options, project, keys);
  const wrap = (name: string, describe: FaultDoor['describe'], handler: SandboxHandler) =>
    wrapWithFaults(
      faults,
      { service: 'mail', prefix: `/${name}`, describe, onFault: (faultId) => requests.note({ faultId }) },
      handler,
    );
  const refuseSender = (address: string) => describeUnverifiedSender(verifiedDomains, address);
  const { maxContacts, maxTemplates, rateLimit, webhooks = {} } = options;
  const limits = { maxContacts, maxTemplates };
  const doors = openDoors(createMailStore({ mailbox, maxMessageBytes, refuseSender, now, ...limits }), {
    secret: apiKey,
    isStrict,
    rateLimit: rateLimit || undefined,
    webhooks,
    wrap,
  });
  const handlers = new Map([['plunk', wrap('plunk', describe, api.handler)], ...doors.handlers]);
  const counted = countRequests(mount(handlers));
  const http = await startHttpServer(counted.handler, {
    port: options.port ?? 0,
    // Base64 makes four bytes of three, and JSON adds a little.
    maxBodyBytes: Math.ceil(maxMessageBytes * 1.4) + 1024 * 1024,
    bodyBudget: transit,
    observer: requests.observer('mail'),
  });
  const smtp = await startSmtpRelay(options.smtp ?? {}, {
    mailbox,
    password: apiKey,
    maxMessageBytes,
    transit,
    faults,
    now,
    isStrict,
    refuseSender,
  }).catch(async (error: unknown) => {
    await http.close();
    throw error;
  });
  mailbox.subscribe(({ id }) => requests.note({ messageId: id }));
  return {
    ...describeAddresses(http.url, smtp, keys, doors),
    mailbox,
    project: api.project,
    webhookAttempts: doors.webhookAttempts,
    stats: liveStats(counted.counts, mailbox),
    failNext: (fault) => void faults.add({ ...fault, service: 'mail' }),
    close: () => {
      doors.close();
      return closeAll(http, smtp, mailbox);
    },
  };
}

function describeAddresses(
  origin: string,
  { host, port, certificate }: SmtpRelay,
  { secret: apiKey, public: publicKey }: PlunkApiOptions['keys'],
  doors: OpenDoors,
): Pick<MailService, 'apiUrl' | 'apiKey' | 'publicKey' | 'smtp' | 'services' | 'env'> {
  const apiUrl = `${origin}/plunk`;
  const { services, env } = doors.describe(origin);
  const own = {
    PLUNK_API_KEY: apiKey,
    PLUNK_PUBLIC_KEY: publicKey,
    PLUNK_BASE_URL: apiUrl,
    SMTP_HOST: host,
    SMTP_PORT: String(port),
    SMTP_USER: smtpUser,
    SMTP_PASSWORD: apiKey,
  };
  return {
    apiUrl,
    apiKey,
    publicKey,
    smtp: { host, port, user: smtpUser, password: apiKey, certificate },
    services: { plunk: { url: apiUrl, apiKey }, ...services },
    env: { ...own, ...env },
  };
}

const documentedRateLimit = { limit: 1000, windowMs: 60_000 };

function createApi(
  { maxContacts = 50_000, maxTemplates = 5000, maxRecipients = 1000, ...options }: MailServiceOptions,
  project: Pick<PlunkProject, 'mailbox' | 'verifiedDomains' | 'maxMessageBytes' | 'now'>,
  keys: PlunkApiOptions['keys'],
): { readonly handler: SandboxHandler; readonly project: MailService['project'] } {
  const { now } = project;
  const { rateLimit = documentedRateLimit } = options;
  const contacts = createContactBook({ maxContacts, now });
  const segments = createSegmentStore(contacts, now);
  const suppressions = createSuppressionRules(now);
  const campaigns = createCampaignStore(project);
  const handler = createPlunkApi(
    {
      ...project,
      contacts,
      segments,
      suppressions,
      activity: createActivityFeed(now),
      templates: createTemplateStore({ maxTemplates, now }),
      composing: createSerialQueue(),
      maxRecipients,
    },
    { keys, campaigns, rateLimit: rateLimit === false ? undefined : createRateLimit(rateLimit) },
  );
  return {
    handler,
    project: () => ({
      contacts: contacts.all(),
      lists: segments.all(),
      campaigns: campaigns.all(),
      suppressions: suppressions.all(),
    }),
  };
}

function countRequests(handler: SandboxHandler) {
  const counts = { requests: 0, refused: 0 };
  const counting: SandboxHandler = async (request) => {
    counts.requests += 1;
    const response = await handler(request);
    if (response.status === 429) counts.refused += 1;
    return response;
  };
  return { counts, handler: counting };
}

function liveStats(
  counts: { readonly requests: number; readonly refused: number },
  mailbox: OpenMailbox,
): MailService['stats'] {
  return {
    get requests() {
      return counts.requests;
    },
    get refused() {
      return counts.refused;
    },
    get messages() {
      return mailbox.received;
    },
  };
}

function createKey(prefix: 'sk' | 'pk'): string {
  return `${prefix}_${randomBytes(24).toString('hex')}`;
}

async function closeAll(
  http: HttpServer,
  smtp: { close(): Promise<void> },
  mailbox: { close(): void },
): Promise<void> {
  mailbox.close();
  await Promise.all([http.close(), smtp.close()]);
}
