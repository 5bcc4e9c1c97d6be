import { randomBytes } from 'node:crypto';
import {
  type DoorContext,
  dateOf,
  fieldsOf,
  flagOf,
  keptResource,
  madeKeys,
  need,
  ok,
  ownRows,
  type Route,
  resource,
  route,
  textOf,
  textsOf,
  webhooksOf,
} from '../../kit.ts';
import { found, invalid, mailersendConventions, makeId, missing } from './wire.ts';

/** Templates, webhooks, senders, tokens and the quota. */
export function resourceRoutes(context: DoorContext): readonly Route[] {
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

function templateRoutes({ store }: DoorContext): readonly Route[] {
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

function webhookRoutes({ store, webhookSecret }: DoorContext): readonly Route[] {
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

function identityRoutes({ store }: DoorContext): readonly Route[] {
  const identities = ownRows(store, 'mailersend identities');
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
      defaults: { reply_to_email: null, reply_to_name: null, is_verified: false, resends: 0 },
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

const tokensName = 'mailersend tokens';

function tokenRoutes({ store }: DoorContext): readonly Route[] {
  const tokens = ownRows(store, tokensName);
  return [
    route('PUT', '/v1/token/:id/settings', (request, { id = '' }) => {
      const { own } = need(tokens.get(id), missing);
      tokens.update(id, { own: { ...own, status: fieldsOf(request.json())['status'] } });
      return found({ ...own, id, status: tokens.get(id)?.own['status'] });
    }),
    ...keptResource(mailersendConventions, '/v1/token', tokens, {
      makeId,
      check: ({ name }, old) => {
        if (old === undefined && !textOf(name)) throw invalid('name', 'The name field is required.');
      },
      defaults: { status: 'unpause', scopes: [] },
      // Shown once.
      added: ({ row: { id }, view }) => {
        const token = `mlsn.${randomBytes(32).toString('hex')}`;
        const accessToken = madeKeys(store, 'mailersend').add(token, { rows: tokensName, id });
        return found({ ...view, accessToken }, 201);
      },
    }),
  ];
}
