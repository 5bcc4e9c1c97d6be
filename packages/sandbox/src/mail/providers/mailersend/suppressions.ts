import {
  type DoorContext,
  dateOf,
  fieldsOf,
  ok,
  route,
  type Suppression,
  suppressionBook,
  textsOf,
} from '../../kit.ts';
import { found, mailersendConventions, missing } from './wire.ts';

const lists = new Map<string, { readonly reason: Suppression['reason']; readonly scope?: string }>([
  ['blocklist', { reason: 'manual' }],
  ['hard-bounces', { reason: 'bounce' }],
  ['spam-complaints', { reason: 'complaint' }],
  ['unsubscribes', { reason: 'unsubscribe' }],
  ['on-hold-list', { reason: 'bounce', scope: 'on-hold' }],
]);

/** MailerSend's lists of suppressed addresses. */
export function suppressionRoutes({ store }: DoorContext) {
  const book = suppressionBook(store);
  const find = (name: string) => {
    const { reason, scope } = lists.get(name) ?? {};
    if (reason === undefined) throw missing();
    return { reason, scope };
  };
  const rowsOf = (name: string) => book.list({ ...find(name), scope: find(name).scope ?? null });
  const view = ({ id, email, reason, createdAt }: Suppression) => ({
    id,
    ...(reason === 'manual' ? { type: 'exact', pattern: email } : { reason: null }),
    recipient: { email },
    created_at: dateOf(createdAt),
  });
  return [
    route('GET', '/v1/suppressions/:list', (request, { list = '' }) =>
      mailersendConventions.list(rowsOf(list).map(view), request, list),
    ),
    route('POST', '/v1/suppressions/:list', (request, { list = '' }) => {
      const { reason, scope } = find(list);
      const { recipients, patterns } = fieldsOf(request.json());
      const emails = [...textsOf(recipients), ...textsOf(patterns)];
      const rows = emails.map((email) => book.add(email, reason, scope));
      return found(rows.map(view), 201);
    }),
    route('DELETE', '/v1/suppressions/:list', (request, { list = '' }) => {
      const { ids, all } = fieldsOf(request.json());
      const wanted = textsOf(ids);
      for (const { id } of rowsOf(list))
        if (all === true || wanted.includes(id)) store.suppressions.delete(id);
      return ok({});
    }),
  ];
}
