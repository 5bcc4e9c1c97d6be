import {
  type DoorContext,
  fieldsOf,
  noContent,
  ok,
  type Route,
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
export function suppressionRoutes({ store }: DoorContext): readonly Route[] {
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
    ...groupRoutes(store),
    ...listRoutes(store, remove),
  ];
}

const created = ({ createdAt }: Suppression) => Math.floor(createdAt / 1000);

/** All groups at once. Groups 1 and 2 exist, and those with a suppression. */
function groupRoutes({ suppressions }: DoorContext['store']): readonly Route[] {
  const grouped = () => suppressions.all().filter(({ scope = '' }) => /^\d{1,9}$/.test(scope));
  const view = (row: Suppression) => {
    const group = { group_id: Number(row.scope), group_name: `Group ${row.scope}` };
    return { email: row.email, ...group, created_at: created(row) };
  };
  return [
    route('GET', '/v3/asm/suppressions', () => ok(grouped().map(view))),
    route('GET', '/v3/asm/suppressions/:email', (_request, { email = '' }) => {
      const groups = [...new Set(['1', '2', ...grouped().map(({ scope }) => scope)])];
      const isIn = (group = '') => grouped().some((row) => row.scope === group && row.email === email);
      const suppressions = groups.map((group) => {
        const name = `Group ${group}`;
        return { id: Number(group), name, description: '', is_default: false, suppressed: isIn(group) };
      });
      return ok({ suppressions });
    }),
  ];
}

function listRoutes(
  store: DoorContext['store'],
  remove: (filter: SuppressionFilter) => SandboxResponse,
): readonly Route[] {
  const book = suppressionBook(store);
  const filterOf = (name: string) => ({ reason: reasons.get(name), scope: null });
  const list = (name: string, email?: string) =>
    reasons.has(name) ? book.list({ ...filterOf(name), email }) : [];
  const view = (row: Suppression) => ({ email: row.email, created: created(row), reason: '', status: '' });
  return [
    route('GET', '/v3/suppression/:list', ({ query }, { list: name = '' }) => {
      const offset = Number(query.get('offset') ?? 0);
      const rows = list(name).slice(offset, offset + Number(query.get('limit') ?? 500));
      return ok(rows.map(view));
    }),
    route('GET', '/v3/suppression/:list/:email', (_request, { list: name = '', email = '' }) =>
      ok(list(name, email).map(view)),
    ),
    route('DELETE', '/v3/suppression/:list/:email', (_request, { list: name = '', email = '' }) =>
      remove(reasons.has(name) ? { ...filterOf(name), email } : { email: '' }),
    ),
  ];
}
