import { randomBytes } from 'node:crypto';
import {
  type DoorContext,
  dateOf,
  type Fields,
  fieldsOf,
  flagOf,
  issueKey,
  keptResource,
  need,
  ok,
  ownRows,
  resource,
  route,
  textOf,
  textsOf,
  webhooksOf,
} from '../../kit.ts';
import { domainsOf } from './domains.ts';
import { found, invalid, mailersendConventions, makeId, missing } from './wire.ts';

/** Templates, webhooks, senders, tokens and the quota. */
export function resourceRoutes(context: DoorContext) {
  return [
    ...templateRoutes(context),
    ...webhookRoutes(context),
    ...identityRoutes(context),
    ...tokenRoutes(context),
    route('GET', '/v1/api-quota', () => {
      const tomorrow = new Date(context.store.now() + 24 * 3_600_000);
      return ok({ quota: 100_000, remaining: 100_000, reset: dateOf(tomorrow.setUTCHours(0, 0, 0, 0)) });
    }),
  ];
}

function templateRoutes({ store }: DoorContext) {
  return resource(mailersendConventions, '/v1/templates', store.templates, {
    makeId: () => randomBytes(8).toString('hex'),
    view: ({ id, name, html = null, text = null, own, createdAt }) => {
      const { categories = [], tags = [] } = own;
      return { id, name, type: 'html', html, text, categories, tags, created_at: dateOf(createdAt) };
    },
    read: (body, old) => {
      const [html, text] = [textOf(body['html']) ?? old?.html, textOf(body['text']) ?? old?.text];
      const { categories = old?.own['categories'] ?? [], tags = old?.own['tags'] ?? [] } = body;
      return {
        name: textOf(body['name']) ?? old?.name ?? '',
        html,
        text,
        own: { ...old?.own, categories, tags },
      };
    },
  });
}

function webhookRoutes({ store, webhookSecret }: DoorContext) {
  return resource(mailersendConventions, '/v1/webhooks', webhooksOf(store, 'mailersend'), {
    makeId,
    view: ({ url, own, ...row }) => {
      const { told, enabled = true, ...rest } = own;
      const events = told ?? row.events;
      return { ...rest, url, events, enabled, editable: true, ...mailersendConventions.stamp?.(row) };
    },
    read: ({ url, events, enabled, ...body }, old) => {
      const told = events ?? old?.own['told'] ?? old?.events;
      const isOn = flagOf(enabled) ?? flagOf(old?.own['enabled']) ?? true;
      return {
        service: 'mailersend',
        url: textOf(url) ?? old?.url ?? '',
        // A list without a name of the service gets nothing.
        events: isOn ? textsOf(told) : ['none'],
        own: { ...old?.own, ...body, told, enabled: isOn },
      };
    },
    added: ({ view }) => found({ ...view, secret: webhookSecret }, 201),
  });
}

/** As `Identity` of mailersend-go (commit ada8fc1, April 2026) has them. */
function identityRoutes({ store }: DoorContext) {
  const identities = ownRows(store, 'mailersend identities');
  const domains = domainsOf(store);
  const domainOf = (id: unknown) => {
    const found = domains.find((domain) => domain.id === id);
    return found ? { ...mailersendConventions.stamp?.(found), name: found.own['name'] } : null;
  };
  const own = (
    path: string,
    verbs: readonly ('add' | 'list' | 'show' | 'change' | 'remove')[],
    isByEmail: boolean,
  ) =>
    keptResource(mailersendConventions, path, identities, {
      makeId,
      verbs,
      ...(isByEmail && { find: (table, email) => table.find((row) => row.own['email'] === email) }),
      check: ({ email }, old) => {
        if (old === undefined && !textOf(email)) throw invalid('email', 'The email field is required.');
      },
      defaults: {
        ...{ reply_to_email: null, reply_to_name: null, is_verified: false, resends: 0 },
        ...{ add_note: false, personal_note: null },
      },
      rows: ({ query }) => {
        const wanted = query.get('domain_id');
        return identities.all().filter(({ own }) => wanted === null || own['domain_id'] === wanted);
      },
      view: ({ domain_id, created_at: _, updated_at: __, ...shown }) => ({
        ...shown,
        domain: domainOf(domain_id),
      }),
    });
  return [
    ...own('/v1/identities/email', ['show', 'change', 'remove'], true),
    route('POST', '/v1/identities/:id/resend', (_request, { id = '' }) => {
      const { own: old } = need(identities.get(id), missing);
      identities.update(id, { own: { ...old, resends: Number(old['resends']) + 1 } });
      return ok({});
    }),
    ...own('/v1/identities', ['add', 'list', 'show', 'change', 'remove'], false),
  ];
}

/** As developers.mailersend.com/api/v1/tokens shows them. */
function tokenRoutes({ store }: DoorContext) {
  const rows = 'mailersend tokens';
  const tokens = ownRows(store, rows);
  const view = ({ id, name, status, created_at, scopes }: Fields) => ({
    id,
    name,
    status,
    created_at,
    scopes,
  });
  return [
    route('PUT', '/v1/token/:id/settings', (request, { id = '' }) => {
      const { own, createdAt } = need(tokens.get(id), missing);
      const { status } = fieldsOf(request.json());
      if (status !== 'pause' && status !== 'unpause') throw invalid('status', 'The status is invalid.');
      tokens.update(id, { own: { ...own, status } });
      return found({ id, name: own['name'], status, created_at: dateOf(createdAt) });
    }),
    ...keptResource(mailersendConventions, '/v1/token', tokens, {
      makeId,
      view,
      check: (body, old) => {
        if (old !== undefined) return;
        const absent = ['name', 'domain_id'].find((name) => !textOf(body[name]));
        if (absent !== undefined) throw invalid(absent, `The ${absent} field is required.`);
        if (textsOf(body['scopes']).length === 0) throw invalid('scopes', 'The scopes field is required.');
      },
      defaults: { status: 'unpause' },
      // Shown once.
      added: ({ row: { id, own, createdAt } }) => {
        const token = `mlsn.${randomBytes(32).toString('hex')}`;
        const accessToken = issueKey(store, { door: 'mailersend', rows, id }, token);
        return found({ id, accessToken, name: own['name'], created_at: dateOf(createdAt) });
      },
    }),
  ];
}
