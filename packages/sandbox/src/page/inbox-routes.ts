import type { SandboxResponse } from '../http/exchange.ts';
import { type Route, type RouteParams, route } from '../http/router.ts';
import { fieldsOf } from '../mail/kit/fields.ts';
import type { ReceivedMessage } from '../mail/mailbox/mailbox.ts';
import { searchInSlices } from '../mail/mailbox/search/search.ts';
import { readCount } from '../mail/mailpit/list-routes.ts';
import { tagsOf } from '../mail/message/tags.ts';
import type { MailOutcomes } from '../mail/service/outcomes.ts';
import type { MailService } from '../mail/service/service.ts';
import type { SandboxRequests } from '../requests/sandbox-requests.ts';
import { mailFinder } from './inbox/find-mail.ts';
import { describe, summarize } from './inbox/message-json.ts';
import { createTrash } from './inbox/trash.ts';

export type { MessageDetail, MessageSummary } from './inbox/message-json.ts';

const maxListed = 500;

/**
 * The routes of the inbox view. A list has undelivered mail only with `undelivered=yes`: a program that waits
 * for mail asks without it.
 */
export function inboxRoutes(
  { mailbox, outcomes }: Pick<MailService, 'mailbox' | 'outcomes'>,
  requests: SandboxRequests,
): readonly Route[] {
  const trash = createTrash(mailbox, outcomes);
  const find = mailFinder({ mailbox, outcomes });
  const requestOf = ({ id }: ReceivedMessage) =>
    requests.list('mail').findLast(({ messageIds }) => messageIds.includes(id))?.id;
  const withMessage =
    (respond: (message: ReceivedMessage, params: RouteParams) => SandboxResponse) =>
    (_: unknown, params: RouteParams): SandboxResponse => {
      const message = find(params['id'] ?? '');
      return message === undefined ? notFound : respond(message, params);
    };
  return [
    route('GET', '/api/messages', async ({ query }) => {
      const undelivered = outcomes.undelivered();
      const all =
        query.get('undelivered') === 'yes' ? joinByTime(mailbox.list(), undelivered) : mailbox.list();
      const { text, states } = splitOutcomes(query.get('query') ?? '');
      const matches = await searchInSlices(all, text, timeZoneOf(query));
      const found = matches.filter(({ id }) => hasStates(outcomes, id, states));
      const start = readCount(query.get('start'), 0);
      const shown = found.slice(start, start + Math.min(readCount(query.get('limit'), 200), maxListed));
      return {
        status: 200,
        json: {
          total: mailbox.list().length,
          unread: mailbox.list().filter(({ isRead }) => !isRead).length,
          undelivered: undelivered.length,
          matches: found.length,
          start,
          messages: shown.map((message) => summarize(message, outcomes.of(message.id))),
        },
      };
    }),
    route('DELETE', '/api/messages', () => ({ status: 200, json: trash.remove() })),
    route('DELETE', '/api/messages/:id', (_, { id = '' }) => {
      const json = trash.remove([id]);
      return json.count === 0 ? notFound : { status: 200, json };
    }),
    route('POST', '/api/deletions/:deletion/undo', (_, { deletion = '' }) =>
      trash.restore(deletion) ? { status: 204 } : { status: 404, json: { error: 'This deletion is final.' } },
    ),
    route(
      'GET',
      '/api/messages/:id',
      withMessage((message) => ({
        status: 200,
        json: {
          ...describe(message, outcomes.of(message.id)),
          isDelivered: mailbox.get(message.id) !== undefined,
          request: requestOf(message),
        },
      })),
    ),
    route('PUT', '/api/messages/:id', (request, { id = '' }) => {
      const { tags, isRead } = fieldsOf(request.json());
      if (Array.isArray(tags)) mailbox.setTags([id], tags.map(String));
      if (typeof isRead === 'boolean') mailbox.setRead([id], isRead);
      return withMessage((message) => ({ status: 200, json: summarize(message, outcomes.of(id)) }))(request, {
        id,
      });
    }),
    route('GET', '/api/tags', () => ({ status: 200, json: { tags: tagsOf(mailbox.list()) } })),
  ];
}

const notFound: SandboxResponse = { status: 404, json: { error: 'Message not found' } };

/** Oldest first. */
function joinByTime(
  delivered: readonly ReceivedMessage[],
  undelivered: readonly ReceivedMessage[],
): readonly ReceivedMessage[] {
  if (undelivered.length === 0) return delivered;
  return [...delivered, ...undelivered].sort((a, b) => Number(a.receivedAt) - Number(b.receivedAt));
}

/** Takes the terms `outcome:bounced` out of a query. */
function splitOutcomes(query: string): { readonly text: string; readonly states: readonly string[] } {
  const words = query.split(' ');
  const terms = words.filter((word) => word.startsWith('outcome:'));
  const text = words.filter((word) => !terms.includes(word)).join(' ');
  return { text, states: terms.map((term) => term.slice('outcome:'.length).toLowerCase()) };
}

/** Whether some recipient has each state. Without states nothing is looked up. */
function hasStates(outcomes: Pick<MailOutcomes, 'of'>, id: string, states: readonly string[]): boolean {
  if (states.length === 0) return true;
  const found = outcomes.of(id);
  return states.every((wanted) => found.some(({ state }) => state === wanted));
}

function timeZoneOf(query: URLSearchParams): { readonly timeZone?: string } {
  const timeZone = query.get('tz');
  return timeZone === null ? {} : { timeZone };
}
