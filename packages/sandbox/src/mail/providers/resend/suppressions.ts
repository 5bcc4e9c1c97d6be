import {
  type DoorContext,
  dateOf,
  ok,
  resource,
  route,
  type Suppression,
  suppressionBook,
  textOf,
  textsOf,
} from '../../kit.ts';
import { readBody, requireFields, resendConventions } from './wire.ts';

const object = 'suppression';

export function suppressionRoutes({ store }: DoorContext) {
  const book = suppressionBook(store);
  /** An address is added once, and removed with all its reasons. */
  const table: typeof store.suppressions = {
    ...store.suppressions,
    add: ({ email, reason }) => book.add(email, reason),
    delete: (id) => book.remove({ email: store.suppressions.get(id)?.email ?? '' }),
  };
  return [
    route('POST', '/suppressions/batch/add', (request) => {
      const emails = textsOf(readBody(request, 'emails')['emails']);
      const data = emails.map((email) => ({ object, id: book.add(email, 'manual').id }));
      return ok({ data }, 201);
    }),
    route('POST', '/suppressions/batch/remove', (request) => {
      const { emails, ids } = readBody(request);
      const named = textsOf(emails).flatMap((email) => book.list({ email }));
      const found = [...textsOf(ids).flatMap((id) => store.suppressions.get(id) ?? []), ...named];
      const data = found.map(({ id }) => ({ object, id, deleted: store.suppressions.delete(id) }));
      return ok({ data });
    }),
    ...resource(resendConventions, '/suppressions', table, {
      name: object,
      verbs: ['add', 'list', 'show', 'remove'],
      find: (table, id) => table.get(id) ?? book.list({}).find(({ email }) => email === id),
      rows: ({ query }) => {
        const origin = query.get('origin');
        return book.list({}).filter((row) => origin === null || originOf(row) === origin);
      },
      view: (row) => {
        const { id, email, createdAt } = row;
        return { id, email, origin: originOf(row), source_id: null, created_at: dateOf(createdAt) };
      },
      read: (body) => {
        const { email } = requireFields(body, 'email');
        return { email: textOf(email) ?? '', reason: 'manual' as const, own: {} };
      },
    }),
  ];
}

/** Resend has no suppression of an unsubscription. */
const originOf = ({ reason }: Suppression): string => (reason === 'unsubscribe' ? 'manual' : reason);
