import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { InBackground } from '../../failures.ts';
import type { Mailbox, MailboxChange } from '../mailbox/mailbox.ts';
import { version } from './info-routes.ts';
import { toSummary } from './summary.ts';

const maxListeners = 32;
/** A client that does not read is cut. */
const maxBufferedBytes = 4 * 1024 * 1024;
/** Above this number of deleted messages, clients are asked to load the list again. */
const maxSingleEvents = 200;
const statsDelayMs = 250;

/** Sends the changes of a mailbox as events: `new`, `update`, `delete`, `prune`, `truncate`, and `stats`. */
export function createEventFeed(mailbox: Mailbox, inBackground: InBackground) {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 64 * 1024 });
  const { clients } = server;
  let timer: NodeJS.Timeout | undefined;
  let isPruned = false;
  const broadcast = (Type: string, Data: unknown): void => {
    const text = JSON.stringify({ Type, Data });
    for (const client of clients) send(client, text);
  };
  /** The totals, and whether messages were dropped: at most four times a second. */
  const announceStats = (): void => {
    timer ??= setTimeout(inBackground, statsDelayMs, 'The totals of mail', sendStats).unref();
  };
  const sendStats = (): void => {
    timer = undefined;
    if (isPruned) broadcast('prune', null);
    isPruned = false;
    const all = mailbox.list();
    const Unread = all.filter(({ isRead }) => !isRead).length;
    broadcast('stats', { Total: all.length, Unread, Version: version });
  };
  const stop = mailbox.watch((change) => {
    if (clients.size === 0) return;
    isPruned ||= change.kind === 'dropped' || change.kind === 'restored';
    for (const { type, data } of eventsOf(change)) broadcast(type, data);
    announceStats();
  });
  return {
    /** Opens a socket for an upgrade whose Host and Origin were checked. */
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (clients.size >= maxListeners)
        return void socket.end(
          'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
        );
      server.handleUpgrade(request, socket, head, (client) => {
        client.on('error', () => {});
        announceStats();
      });
    },
    get listeners() {
      return clients.size;
    },
    close: () => {
      stop();
      clearTimeout(timer);
      for (const client of clients) client.terminate();
    },
  };
}

function send(client: WebSocket, text: string): void {
  if (client.bufferedAmount > maxBufferedBytes) client.terminate();
  else client.send(text);
}

function eventsOf(change: MailboxChange): readonly { readonly type: string; readonly data: unknown }[] {
  switch (change.kind) {
    case 'new':
      return [{ type: 'new', data: toSummary(change.message) }];
    case 'tags':
      return [{ type: 'update', data: { ID: change.message.id, Tags: change.message.tags } }];
    case 'read':
      return [{ type: 'update', data: { ID: change.message.id, Read: change.message.isRead } }];
    case 'removed':
      return change.messages.length > maxSingleEvents
        ? [{ type: 'prune', data: null }]
        : change.messages.map(({ id }) => ({ type: 'delete', data: { ID: id } }));
    case 'cleared':
      return [{ type: 'truncate', data: null }];
    default:
      return [];
  }
}
