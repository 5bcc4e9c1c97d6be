import type { SandboxRequest, SandboxResponse } from '../../http/exchange.ts';
import { type Route, route } from '../../http/router.ts';
import { fieldsOf, textOf, textsOf } from '../kit/fields.ts';
import type { Mailbox, ReceivedMessage } from '../mailbox/mailbox.ts';
import { parseInstant } from '../mailbox/search/instant.ts';
import { searchInSlices } from '../mailbox/search/search.ts';
import { tagsOf } from '../message/tags.ts';
import { ok, refused } from './answers.ts';
import { toSummary } from './summary.ts';

/** The messages of a request's `query`, newest first; all of them without one. */
export function findMessages(
  mailbox: Mailbox,
  query: URLSearchParams,
  text = query.get('query') ?? '',
): Promise<readonly ReceivedMessage[]> {
  const timeZone = query.get('tz');
  return searchInSlices(mailbox.list(), text, timeZone === null ? {} : { timeZone });
}

/** The routes of lists: messages and searches, and the changes of many. */
export function listRoutes(mailbox: Mailbox): readonly Route[] {
  const idsOf = (messages: readonly ReceivedMessage[]) => messages.map(({ id }) => id);
  const search = async (
    { query }: SandboxRequest,
    respond: (found: readonly ReceivedMessage[]) => SandboxResponse,
  ): Promise<SandboxResponse> =>
    (query.get('query') ?? '').trim() === ''
      ? refused('Error: no search query')
      : respond(await findMessages(mailbox, query));
  return [
    route('GET', '/api/v1/messages', ({ query }) => showList(mailbox, mailbox.search(''), query)),
    route('PUT', '/api/v1/messages', async (request) => {
      const { IDs, Read, Search } = fieldsOf(request.json());
      const ids = textsOf(IDs);
      const text = textOf(Search) ?? '';
      if (ids.length > 0 && text !== '')
        return refused('You may specify either IDs or a search query, not both');
      mailbox.setRead(
        ids.length > 0 ? ids : idsOf(await findMessages(mailbox, request.query, text)),
        Read === true,
      );
      return ok;
    }),
    route('DELETE', '/api/v1/messages', (request) => {
      const ids = request.bytes.byteLength === 0 ? [] : textsOf(fieldsOf(request.json())['IDs']);
      if (ids.length === 0) mailbox.clear();
      else mailbox.remove(ids);
      return ok;
    }),
    route('GET', '/api/v1/search', (request) =>
      search(request, (found) => showList(mailbox, found, request.query)),
    ),
    route('DELETE', '/api/v1/search', (request) =>
      search(request, (found) => {
        mailbox.remove(idsOf(found));
        return ok;
      }),
    ),
  ];
}

const countUnread = (messages: readonly ReceivedMessage[]) => messages.filter(({ isRead }) => !isRead).length;

function showList(
  mailbox: Mailbox,
  matches: readonly ReceivedMessage[],
  query: URLSearchParams,
): SandboxResponse {
  const all = mailbox.list();
  const before = parseInstant(query.get('before') ?? '', query.get('tz') ?? undefined);
  const found =
    before === undefined ? matches : matches.filter(({ receivedAt }) => Number(receivedAt) < before);
  const start = readCount(query.get('start'), 0);
  const shown = found.slice(start, start + readCount(query.get('limit'), 50)).map(toSummary);
  return {
    status: 200,
    json: {
      total: all.length,
      unread: countUnread(all),
      count: shown.length,
      messages_count: found.length,
      messages_unread: countUnread(found),
      start,
      tags: tagsOf(all),
      messages: shown,
    },
  };
}

/** A number of a query; the default for another text. */
export function readCount(text: string | null, byDefault: number): number {
  return text !== null && /^\d{1,7}$/.test(text) ? Number(text) : byDefault;
}
