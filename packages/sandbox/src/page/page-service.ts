import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { createByteBudget } from '../byte-budget.ts';
import type { FailureLog } from '../failures.ts';
import type { FaultList } from '../faults/fault-list.ts';
import type { Access } from '../http/access.ts';
import type { SandboxHandler, SandboxRequest } from '../http/exchange.ts';
import { hostNameOf } from '../http/origin.ts';
import { createRouter, type Route, route } from '../http/router.ts';
import { startHttpServer } from '../http/server.ts';
import { createTokenGate } from '../http/token.ts';
import { type AllowFetch, hostCheck } from '../mail/kit/file-fetcher.ts';
import { createMailpit, type Mailpit } from '../mail/mailpit/mailpit.ts';
import type { MailService } from '../mail/service/service.ts';
import type { Town } from '../map/town.ts';
import type { RealtimeService } from '../realtime/realtime-service.ts';
import type { SandboxRequests } from '../requests/sandbox-requests.ts';
import type { RoutingService } from '../routing/service.ts';
import { createAssets } from './assets.ts';
import { authorizationRoutes } from './authorization-routes.ts';
import { channelRoutes } from './channel-routes.ts';
import { checkRoutes } from './checks/check-routes.ts';
import { isLoopback } from './checks/link-check.ts';
import { type Control, controlRoutes } from './control-routes.ts';
import { renderPage } from './document.ts';
import { faultRoutes } from './fault-routes.ts';
import { withSecurityHeaders } from './headers.ts';
import { inboundRoutes } from './inbound-routes.ts';
import { messageFileRoutes } from './inbox/message-files.ts';
import { previewRoute } from './inbox/preview-route.ts';
import { inboxRoutes } from './inbox-routes.ts';
import { createLiveFeed, type LiveFeed } from './live.ts';
import { mailpitViews } from './mailpit-views.ts';
import { mapRoutes } from './map-routes.ts';
import { decidePageRefusal, isForeignPage } from './own-page.ts';
import { projectRoutes } from './project-routes.ts';
import { releaseRoutes } from './release-routes.ts';
import { requestRoutes } from './request-routes.ts';
import { waitRoutes } from './wait-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

const startPageServiceNames: OptionNames<PageOptions> = { port: 0 };

/** Options of the web page. */
export interface PageOptions {
  /** @default 0, any free port */
  readonly port?: number;
}

/** The services of the views. */
export interface PageSources extends Control {
  readonly mail: MailService | undefined;
  readonly routing: RoutingService | undefined;
  readonly realtime: RealtimeService | undefined;
  readonly town: Town | undefined;
  readonly requests: SandboxRequests;
  readonly faults: FaultList;
  readonly failures: FailureLog;
  /** @default this machine */
  readonly access?: Access;
  /** Other hosts that the link check may ask. @default none */
  readonly allowFetch?: AllowFetch | undefined;
  /** @default none is needed */
  readonly token?: string | undefined;
}

/** The running page. */
export interface PageService {
  /** Its URL, `http://127.0.0.1:port/`. */
  readonly url: string;
  /** What requests to it must have; `undefined` where only this machine can ask and no token is set. */
  readonly token: string | undefined;
  /** Open pages. */
  readonly listeners: number;
  /** Forgets its counts, and tells the open pages that all has changed. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * Serves the page on 127.0.0.1, and its data to that page only.
 *
 * @throws {PortInUseError} when the port is in use
 */
export async function startPageService(
  sources: PageSources,
  options: PageOptions = {},
): Promise<PageService> {
  refuseUnknown(options, startPageServiceNames, 'startPageService()', meantOption);
  const live = createLiveFeed();
  const mailpit = sources.mail && createMailpit(sources.mail, sources);
  const router = createRouter([...(await routesFor(sources, live)), ...(mailpit?.routes ?? [])]);
  const { access, token } = sources;
  const gate = createTokenGate(token);
  const handler: SandboxHandler = async (request) => {
    const refusal = decidePageRefusal(request);
    return withSecurityHeaders(
      refusal === undefined
        ? (gate(request) ?? (await router(request)))
        : { status: 403, json: { error: `Refused: ${refusal}.` } },
    );
  };
  const server = await startHttpServer(handler, {
    port: options.port ?? 0,
    maxBodyBytes: (path) => maxBodyBytesOf(path, sources.mail),
    bodyBudget: createByteBudget(512 * 1024 * 1024),
    onFailure: sources.failures.add,
    onUpgrade: (request, socket, head) => openEvents(mailpit, gate, { request, socket, head }),
    access,
  });
  const unsubscribe = [
    sources.mail?.mailbox.watch(() => live.announce('inbox')),
    sources.mail?.outcomes.subscribe(() => live.announce('inbox')),
    sources.mail?.webhooks.subscribe(() => live.announce('webhooks')),
    sources.realtime?.subscribe(() => live.announce('channels')),
    sources.requests.subscribe(() => live.announce('requests')),
    sources.faults.subscribe(() => live.announce('faults')),
  ];
  return {
    url: `${server.url}/`,
    token,
    get listeners() {
      return live.listeners;
    },
    reset: () => {
      mailpit?.reset();
      for (const view of ['inbox', 'webhooks', 'channels', 'requests', 'faults'] as const)
        live.announce(view);
    },
    close: async () => {
      mailpit?.close();
      for (const end of unsubscribe) end?.();
      live.close();
      await server.close();
    },
  };
}

const isMail = (path: string): boolean =>
  path === '/api/v1/send' || path === '/api/inbound/mails' || path.startsWith('/api/previews/');

/** Lists of ids are long, and a message is as large as one over SMTP. */
function maxBodyBytesOf(path: string, mail: MailService | undefined): number {
  if (path === '/api/state') return 400 * 1024 * 1024;
  if (isMail(path)) return Math.ceil((mail?.maxMessageBytes ?? 0) * 1.4) + 1024 * 1024;
  return path.startsWith('/api/v1/') ? 1024 * 1024 : 64 * 1024;
}

/** Opens the WebSocket of Mailpit's events, for programs and the sandbox's own page. */
function openEvents(
  mailpit: Mailpit | undefined,
  gate: ReturnType<typeof createTokenGate>,
  {
    request,
    socket,
    head,
  }: { readonly request: IncomingMessage; readonly socket: Duplex; readonly head: Buffer },
): void {
  const { url = '', method = '' } = request;
  const headers = request.headers as Record<string, string>;
  const [path = ''] = url.split('?');
  const asked = { method, path, headers, query: new URLSearchParams() };
  const isRefused = isForeignPage(asked) || gate(asked) !== undefined;
  if (mailpit && path === '/api/events' && !isRefused) mailpit.events.upgrade(request, socket, head);
  else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}

async function routesFor(sources: PageSources, live: LiveFeed): Promise<readonly Route[]> {
  const { mail, routing, realtime, town, requests, faults } = sources;
  const assets = await createAssets();
  const views = {
    inbox: mail !== undefined,
    map: routing === undefined ? 'off' : town === undefined ? 'own-map' : 'town',
    channels: realtime !== undefined,
  };
  return [
    route('GET', '/', ({ headers }) =>
      renderPage(realtime && { host: realtime.host, port: realtime.port, ...hostOf(headers, sources) }),
    ),
    route(
      'GET',
      '/assets/:name',
      (_, { name = '' }) => assets.get(name) ?? { status: 404, json: { error: 'Not found' } },
    ),
    ...controlRoutes(sources, views),
    route('GET', '/api/live', (request) => live.open(request)),
    ...requestRoutes(requests, faults),
    ...faultRoutes(faults),
    ...(mail ? waitRoutes(mail) : []), // before /api/messages/:id
    ...(mail
      ? [
          ...inboxRoutes(mail, requests),
          ...messageFileRoutes(mail),
          ...releaseRoutes(mail),
          previewRoute(mail.mailbox),
        ]
      : []),
    ...(mail ? [...mailpitViews(mail.mailbox), ...checkRoutes({ mail, mayAsk: linksOf(sources) })] : []),
    ...(mail ? projectRoutes(mail) : []),
    ...(mail ? [...webhookRoutes(mail), ...inboundRoutes(mail)] : []),
    ...(routing ? mapRoutes(routing) : []),
    ...(realtime ? [...channelRoutes(realtime), ...authorizationRoutes(realtime)] : []),
  ];
}

/** The link check asks this machine, and the hosts that files are fetched from. */
function linksOf({ allowFetch }: PageSources): (url: URL) => boolean {
  const isAllowed = hostCheck(allowFetch);
  return (url) => isLoopback(url) || (/^https?:$/.test(url.protocol) && isAllowed(url));
}

/** The host of the page's own URL, which reaches the sockets too. */
function hostOf({ host }: SandboxRequest['headers'], { access }: PageSources): { readonly host?: string } {
  const name = access?.isOpen === true ? hostNameOf(host) : undefined;
  return name === undefined ? {} : { host: name };
}
