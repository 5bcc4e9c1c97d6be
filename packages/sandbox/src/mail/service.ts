import { randomBytes, randomUUID } from 'node:crypto';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { createByteBudget } from '../byte-budget.ts';
import { createFaultInjector, type Fault } from '../faults.ts';
import type { SandboxHandler } from '../http/exchange.ts';
import { type HttpServer, startHttpServer } from '../http/server.ts';
import { createRateLimit } from '../rate-limit.ts';
import { createMailbox, type Mailbox, type MailboxLimits, type OpenMailbox } from './mailbox.ts';
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
import { type SmtpRelayOptions, smtpUser, startSmtpRelay } from './smtp-relay.ts';

const startMailServiceNames: OptionNames<MailServiceOptions> = {
  port: 0,
  apiKey: 0,
  publicKey: 0,
  rateLimit: 0,
  verifiedDomains: 0,
  maxMessageBytes: 0,
  maxTransitBytes: 0,
  maxRecipients: 0,
  maxContacts: 0,
  maxTemplates: 0,
  mailbox: 0,
  smtp: 0,
  now: 0,
};

/** Options of the mail service. The defaults suit tests. */
export interface MailServiceOptions {
  /** Port of the HTTP API. @default 0, any free port */
  readonly port?: number;
  /** The secret key, also the SMTP password. @default a new `sk_…` */
  readonly apiKey?: string;
  /** The key for `/v1/track`. @default a new `pk_…` */
  readonly publicKey?: string;
  /**
   * The limit of the HTTP API; `false` for none.
   *
   * @default 1000 requests a minute, Plunk's documented limit
   */
  readonly rateLimit?: { readonly limit: number; readonly windowMs: number } | false;
  /** Domains that may send. Others get a 403. @default all */
  readonly verifiedDomains?: readonly string[];
  /** The largest message, over HTTP and SMTP. @default 16 MiB */
  readonly maxMessageBytes?: number;
  /**
   * Bytes of all mail in transit: request bodies, and messages over SMTP. Above it, HTTP responds with 503
   * and SMTP with 452.
   *
   * @default 128 MiB
   */
  readonly maxTransitBytes?: number;
  /** Recipients of one HTTP request. @default 1000, because Plunk states none */
  readonly maxRecipients?: number;
  /** @default 50 000 */
  readonly maxContacts?: number;
  /** @default 5000 */
  readonly maxTemplates?: number;
  readonly mailbox?: MailboxLimits;
  readonly smtp?: SmtpRelayOptions;
  /** Epoch milliseconds, for timestamps and idempotency keys. @default Date.now */
  readonly now?: () => number;
}

/** The contacts, static segments, campaigns and suppression rules of the HTTP API. */
export interface MailProject {
  readonly contacts: readonly Contact[];
  readonly lists: readonly Segment[];
  readonly campaigns: readonly Campaign[];
  readonly suppressions: readonly SuppressionRule[];
}

/** A mail service on this machine: Plunk's HTTP API and an SMTP relay, with one mailbox. */
export interface MailService {
  /** The base URL of the HTTP API, without a trailing slash. */
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
  readonly mailbox: Mailbox;
  /** What the project of the HTTP API has now. */
  project(): MailProject;
  readonly stats: {
    /** Received HTTP requests. */
    readonly requests: number;
    /** HTTP requests with a 429, from the rate limit or a fault. */
    readonly refused: number;
    /** Received messages, over HTTP and SMTP. */
    readonly messages: number;
  };
  /** Injects a failure into the next requests to the HTTP API. */
  failNext(fault: Fault): void;
  /** Stops both servers. May be called more than once. */
  close(): Promise<void>;
}

/**
 * Starts the service on 127.0.0.1. It opens no outgoing connection: mail stays in its mailbox.
 *
 * @throws {PortInUseError} when a port is in use
 */
export async function startMailService(options: MailServiceOptions = {}): Promise<MailService> {
  refuseUnknown(options, startMailServiceNames, 'startMailService()');
  const { now = Date.now, maxMessageBytes = 16 * 1024 * 1024 } = options;
  const apiKey = options.apiKey ?? createKey('sk');
  const publicKey = options.publicKey ?? createKey('pk');
  const verifiedDomains = options.verifiedDomains?.map((domain) => domain.toLowerCase());
  const transit = createByteBudget(options.maxTransitBytes ?? 128 * 1024 * 1024);
  const mailbox = createMailbox({ ...options.mailbox, now });
  const faults = createFaultInjector((status) =>
    renderFailure(failureForStatus(status), randomUUID(), now()),
  );
  const project = { mailbox, verifiedDomains, maxMessageBytes, now };
  const keys = { secret: apiKey, public: publicKey };
  const api = createApi(options, project, keys);
  const counted = countRequests(faults.wrap(api.handler));
  const http = await startHttpServer(counted.handler, {
    port: options.port ?? 0,
    // Base64 makes four bytes of three, and JSON adds a little.
    maxBodyBytes: Math.ceil(maxMessageBytes * 1.4) + 1024 * 1024,
    bodyBudget: transit,
  });
  const smtp = await startSmtpRelay(options.smtp ?? {}, {
    mailbox,
    password: apiKey,
    maxMessageBytes,
    transit,
    now,
    refuseSender: (address) => describeUnverifiedSender(verifiedDomains, address),
  }).catch(async (error: unknown) => {
    await http.close();
    throw error;
  });
  const { host, port, certificate } = smtp;
  return {
    apiUrl: http.url,
    apiKey,
    publicKey,
    smtp: { host, port, user: smtpUser, password: apiKey, certificate },
    mailbox,
    project: api.project,
    stats: liveStats(counted.counts, mailbox),
    failNext: faults.failNext,
    close: () => closeAll(http, smtp, mailbox),
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
