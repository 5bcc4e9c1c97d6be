import type { Routes } from '../support/json-service.ts';
import { refuse } from './stand-in-words.ts';

interface Entry {
  readonly email: string;
  readonly created: number;
  readonly reason?: string;
}

const created = 1_893_553_445;

const removed = (wasThere: boolean) => (wasThere ? ([204] as const) : refuse(404, 'not found'));

/** The lists that SendGrid fills itself, unsubscribes from everything, and groups 1 and 2. */
export function createSuppressionRoutes(): Routes {
  const lists: Readonly<Record<string, Map<string, Entry>>> = Object.fromEntries(
    ['bounces', 'blocks', 'invalid_emails', 'spam_reports', 'unsubscribes'].map((name) => [name, new Map()]),
  );
  const entries = (name = '') => lists[name] ?? new Map<string, Entry>();
  const unsubscribes = entries('unsubscribes');
  const groups = new Map<number, Set<string>>([
    [1, new Set()],
    [2, new Set()],
  ]);
  const emailsOf = (request: Parameters<Routes[string]>[0]) =>
    request.json<{ readonly recipient_emails: readonly string[] }>().recipient_emails;

  return {
    'POST /v3/asm/suppressions/global': (request) => {
      const emails = emailsOf(request);
      for (const email of emails) unsubscribes.set(email, { email, created });
      return [201, { recipient_emails: emails }];
    },
    'GET /v3/asm/suppressions/global/*': (_request, email = '') => [
      200,
      unsubscribes.has(email) ? { recipient_email: email } : {},
    ],
    'DELETE /v3/asm/suppressions/global/*': (_request, email = '') => removed(unsubscribes.delete(email)),
    'POST /v3/asm/groups/*/suppressions': (request, id) => {
      const emails = emailsOf(request);
      for (const email of emails) groups.get(Number(id))?.add(email);
      return [201, { recipient_emails: emails }];
    },
    'GET /v3/asm/groups/*/suppressions': (_request, id) => [200, [...(groups.get(Number(id)) ?? [])]],
    'DELETE /v3/asm/groups/*/suppressions/*': (_request, id, email = '') =>
      removed(groups.get(Number(id))?.delete(email) ?? false),
    'GET /v3/asm/suppressions': () => [
      200,
      [...groups].flatMap(([group_id, emails]) =>
        [...emails].map((email) => ({ email, group_id, group_name: 'News', created_at: created })),
      ),
    ],
    'GET /v3/asm/suppressions/*': (_request, email = '') => [
      200,
      {
        suppressions: [...groups].map(([id, emails]) => ({
          id,
          name: 'News',
          description: '',
          is_default: false,
          suppressed: emails.has(email),
        })),
      },
    ],
    'GET /v3/suppression/*': ({ query }, name) => {
      const offset = Number(query.get('offset') ?? 0);
      const all = [...entries(name).values()];
      return [200, all.slice(offset, offset + Number(query.get('limit') ?? 500))];
    },
    'GET /v3/suppression/*/*': (_request, name, email = '') => {
      const entry = entries(name).get(email);
      return [200, entry === undefined ? [] : [entry]];
    },
    'DELETE /v3/suppression/*/*': (_request, name, email = '') => removed(entries(name).delete(email)),
  };
}
