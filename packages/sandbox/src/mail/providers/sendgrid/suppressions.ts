import {
  type DoorContext,
  fieldsOf,
  noContent,
  ok,
  route,
  type SandboxRequest,
  type SandboxResponse,
  type Suppression,
  type SuppressionFilter,
  suppressionBook,
  textsOf,
} from '../../kit.ts';
import { missing } from './wire.ts';

/** SendGrid's lists, by the reason in the store. */
const reasons = new Map<string, Suppression['reason']>([
  ['bounces', 'bounce'],
  ['spam_reports', 'complaint'],
  ['unsubscribes', 'unsubscribe'],
]);

/** Global unsubscribes, groups, and the lists that SendGrid fills itself. */
export function suppressionRoutes({ store }: DoorContext) {
  const book = suppressionBook(store);
  const add = (request: SandboxRequest, scope?: string) => {
    const emails = textsOf(fieldsOf(request.json())['recipient_emails']);
    for (const email of emails) book.add(email, 'unsubscribe', scope);
    return ok({ recipient_emails: emails }, 201);
  };
  const remove = (filter: SuppressionFilter) => {
    if (!book.remove(filter)) throw missing('suppression');
    return noContent;
  };
  const everywhere = { reason: 'unsubscribe', scope: null } as const;
  return [
    route('POST', '/v3/asm/suppressions/global', (request) => add(request)),
    route('GET', '/v3/asm/suppressions/global/:email', (_request, { email = '' }) =>
      ok(book.list({ ...everywhere, email }).length > 0 ? { recipient_email: email } : {}),
    ),
    route('DELETE', '/v3/asm/suppressions/global/:email', (_request, { email = '' }) =>
      remove({ ...everywhere, email }),
    ),
    route('POST', '/v3/asm/groups/:scope/suppressions', (request, { scope }) => add(request, scope)),
    route('GET', '/v3/asm/groups/:scope/suppressions', (_request, { scope }) =>
      ok(book.list({ scope }).map(({ email }) => email)),
    ),
    route('DELETE', '/v3/asm/groups/:scope/suppressions/:email', (_request, { scope, email = '' }) =>
      remove({ scope, email }),
    ),
    ...listRoutes(store, remove),
  ];
}

const created = ({ createdAt }: Suppression) => Math.floor(createdAt / 1000);

const otherLists = ['blocks', 'invalid_emails'];

/** SendGrid alone fills the other lists: here they are empty. @throws {Problem} 404 for an unknown list */
function requireList(name: string): void {
  if (!reasons.has(name) && !otherLists.includes(name)) throw missing('list');
}

function listRoutes(store: DoorContext['store'], remove: (filter: SuppressionFilter) => SandboxResponse) {
  const book = suppressionBook(store);
  const filterOf = (name: string) => ({ reason: reasons.get(name), scope: null });
  const list = (name: string, email?: string) =>
    reasons.has(name) ? book.list({ ...filterOf(name), email }) : [];
  const view = (row: Suppression, name: string) => {
    const first = { created: created(row), email: row.email };
    if (name === 'unsubscribes') return first;
    if (name === 'spam_reports') return { ...first, ip: '127.0.0.1' };
    return { ...first, reason: '550 5.1.1 The mailbox does not exist', status: '5.1.1' };
  };
  return [
    route('GET', '/v3/suppression/:list', ({ query }, { list: name = '' }) => {
      requireList(name);
      const offset = Number(query.get('offset') ?? 0);
      const [start, end] = [
        Number(query.get('start_time') ?? 0),
        Number(query.get('end_time') ?? Number.MAX_VALUE),
      ];
      const rows = list(name)
        .filter((row) => created(row) >= start && created(row) <= end)
        .filter(({ email }) => email.includes((query.get('email') ?? '').replaceAll('%', '')));
      return ok(rows.slice(offset, offset + Number(query.get('limit') ?? 500)).map((row) => view(row, name)));
    }),
    route('DELETE', '/v3/suppression/:list', (request, { list: name = '' }) => {
      requireList(name);
      const { delete_all, emails } = fieldsOf(request.json());
      const wanted = delete_all === true ? list(name).map(({ email }) => email) : textsOf(emails);
      for (const email of reasons.has(name) ? wanted : []) book.remove({ ...filterOf(name), email });
      return noContent;
    }),
    route('GET', '/v3/suppression/:list/:email', (_request, { list: name = '', email = '' }) =>
      ok(list(name, email).map((row) => view(row, name))),
    ),
    route('DELETE', '/v3/suppression/:list/:email', (_request, { list: name = '', email = '' }) =>
      remove(reasons.has(name) ? { ...filterOf(name), email } : { email: '' }),
    ),
  ];
}
