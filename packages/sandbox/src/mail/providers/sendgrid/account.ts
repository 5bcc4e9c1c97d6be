import { randomBytes } from 'node:crypto';
import {
  type DoorContext,
  type Fields,
  fieldsOf,
  issueKey,
  keptResource,
  need,
  nextNumber,
  noContent,
  ok,
  ownRows,
  Problem,
  route,
  textOf,
} from '../../kit.ts';
import { conventionsOf, dateOf, missing, refuse } from './wire.ts';

const needField = (name: string) => (body: Fields, old: unknown) => {
  if (old === undefined && !body[name]) throw new Problem(refuse(400, `${name} is required`, name));
};

/** Keys, senders, domains, and the settings of received mail. */
export function accountRoutes(context: DoorContext) {
  return [...keyRoutes(context), ...senderRoutes(context), ...domainRoutes(context), ...parseRoutes(context)];
}

function keyRoutes({ store, url }: DoorContext) {
  const rows = 'sendgrid keys of its API';
  const keys = ownRows(store, rows);
  const view = ({ id, name, scopes }: Fields) => ({ api_key_id: id, name, scopes });
  const kept = (
    verbs: readonly ('add' | 'list' | 'show' | 'change' | 'remove')[],
    changeMethod: 'PATCH' | 'PUT',
  ) =>
    keptResource(conventionsOf(url), '/v3/api_keys', keys, {
      name: 'api key',
      verbs,
      changeMethod,
      makeId: () => randomBytes(16).toString('base64url'),
      check: needField('name'),
      defaults: { scopes: ['mail.send'] },
      view,
      list: (views) => ok({ result: views.map((row) => ({ ...row, scopes: undefined })) }),
      shown: ({ view: row }) => ok({ result: [row] }),
      // Shown once.
      added: ({ row: { id }, view: added }) => {
        const key = `SG.${id}.${randomBytes(32).toString('base64url')}`;
        return ok({ ...added, api_key: issueKey(store, { door: 'sendgrid', rows, id }, key) }, 201);
      },
    });
  return [...kept(['add', 'list', 'show', 'change', 'remove'], 'PATCH'), ...kept(['change'], 'PUT')];
}

function senderRoutes({ store, url }: DoorContext) {
  const senders = ownRows(store, 'sendgrid senders');
  return [
    route('POST', '/v3/senders/:id/resend_verification', (_request, { id = '' }) => {
      need(senders.get(id), () => missing('sender'));
      return noContent;
    }),
    ...keptResource(conventionsOf(url), '/v3/senders', senders, {
      name: 'sender',
      makeId: () => nextNumber(senders),
      check: needField('nickname'),
      defaults: { verified: { status: false, reason: '' }, locked: false },
      list: (views) => ok(views),
      view: (shown, { id, createdAt, updatedAt }) => {
        const times = { created_at: Math.floor(createdAt / 1000), updated_at: Math.floor(updatedAt / 1000) };
        return { ...shown, id: Number(id), ...times };
      },
    }),
  ];
}

const domainDefaults = {
  ...{ user_id: 1, username: 'sandbox', ips: [], custom_spf: false, default: false, legacy: false },
  ...{ automatic_security: true, valid: false },
};

function recordsOf({ domain, subdomain }: Fields, valid: boolean) {
  const record = (host: string, data: string) => ({ valid, type: 'cname', host, data });
  return {
    mail_cname: record(`${subdomain ?? 'em'}.${domain}`, 'u1.wl.sendgrid.net'),
    dkim1: record(`s1._domainkey.${domain}`, 's1.domainkey.u1.wl.sendgrid.net'),
    dkim2: record(`s2._domainkey.${domain}`, 's2.domainkey.u1.wl.sendgrid.net'),
  };
}

function domainRoutes({ store, url }: DoorContext) {
  const domains = ownRows(store, 'sendgrid domains');
  const path = '/v3/whitelabel/domains';
  return [
    route('POST', `${path}/:id/validate`, (_request, { id = '' }) => {
      const { own } = need(domains.get(id), () => missing('domain'));
      domains.update(id, { own: { ...own, valid: true, dns: recordsOf(own, true) } });
      const result = { valid: true, reason: null };
      const validation_results = { mail_cname: result, dkim1: result, dkim2: result };
      return ok({ id: Number(id), valid: true, validation_results });
    }),
    ...keptResource(conventionsOf(url), path, domains, {
      name: 'domain',
      makeId: () => nextNumber(domains),
      check: needField('domain'),
      defaults: (body) => ({ ...domainDefaults, subdomain: 'em', dns: recordsOf(body, false) }),
      rows: ({ query }) => {
        const wanted = query.get('domain');
        return domains.all().filter(({ own }) => wanted === null || own['domain'] === wanted);
      },
      list: (views) => ok(views),
      view: (shown, { id }) => ({ ...shown, id: Number(id) }),
    }),
  ];
}

/** Settings alone: the sandbox receives no mail for them. */
function parseRoutes({ store, url }: DoorContext) {
  const settings = ownRows(store, 'sendgrid parse settings');
  const path = '/v3/user/webhooks/parse/settings';
  return [
    route('GET', '/v3/user/webhooks/parse/stats', () =>
      ok([{ date: dateOf(store.now()).slice(0, 10), stats: [] }]),
    ),
    ...keptResource(conventionsOf(url), path, settings, {
      name: 'parse setting',
      check: needField('hostname'),
      defaults: { spam_check: false, send_raw: false },
      find: (table, hostname) => table.find(({ own }) => own['hostname'] === hostname),
      list: (views) => ok({ result: views }),
      view: (shown) => {
        const { url: target, hostname, spam_check, send_raw } = fieldsOf(shown);
        return { url: textOf(target) ?? '', hostname, spam_check, send_raw };
      },
    }),
  ];
}
