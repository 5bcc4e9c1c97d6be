import { randomBytes } from 'node:crypto';
import {
  type DoorContext,
  type Fields,
  isAddress,
  issueKey,
  keptResource,
  type MailStore,
  need,
  ownRows,
  resource,
  route,
  textOf,
  webhooksOf,
} from '../../kit.ts';
import { mailjetConventions, missing, requireText, stop, wrap } from './wire.ts';

/** Senders, domains, keys, properties, segments and the addresses for events. */
export function accountRoutes({ store }: DoorContext) {
  return [
    ...senderRoutes(store),
    ...keptResource(mailjetConventions, '/v3/REST/contactfilter', ownRows(store, 'mailjet contactfilter'), {
      defaults: { Description: '', Status: 'unused' },
      check: (body, old) => {
        if (old === undefined) for (const name of ['Name', 'Expression']) requireText(body, name);
      },
    }),
    ...keyRoutes(store),
    ...propertyRoutes(store),
    ...webhookRoutes(store),
    route('GET', '/v3/REST/user', () => wrap([{ ID: 1, Email: 'sandbox@localhost', Username: 'sandbox' }])),
    route('GET', '/v3/REST/myprofile', () =>
      wrap([{ ID: 1, UserID: 1, Firstname: 'Sandbox', Lastname: '' }]),
    ),
  ];
}

/** Pairs of keys. The secret one is told once. */
function keyRoutes(store: MailStore) {
  const rows = 'mailjet apikey';
  const makeKey = () => randomBytes(16).toString('hex');
  const rest = { ACL: '', QuarantineValue: 0, Runlevel: 'Normal', TrackHost: 'r.localhost', UserID: 1 };
  return keptResource(mailjetConventions, '/v3/REST/apikey', ownRows(store, rows), {
    verbs: ['add', 'list', 'show', 'change'],
    defaults: () => ({ IsActive: true, IsMaster: false, ...rest, APIKey: makeKey() }),
    keep: ({ APIKey: _key, SecretKey: _secret, ...body }) => body,
    check: (body, old) => {
      if (old === undefined) requireText(body, 'Name');
    },
    added: ({ row: { id, own }, view }) => {
      const SecretKey = makeKey();
      issueKey(store, { door: 'mailjet', rows, id }, `${own['APIKey']}:${SecretKey}`);
      return wrap([{ ...view, SecretKey }], 201);
    },
  });
}

/** Every sender is active, and the records of its domain are right. */
function senderRoutes(store: MailStore) {
  const rows = ownRows(store, 'mailjet sender');
  const domainOf = ({ own }: { readonly own: Fields }) => String(own['Email']).replace(/^.*@/, '');
  const find = (name = '') =>
    need(
      rows.find((row) => [`${row.serial}`, row.own['Email']].includes(name)),
      missing,
    );
  const dnsOf = (row: { readonly own: Fields; readonly serial: number }) => ({
    ID: row.serial,
    Domain: domainOf(row),
    DKIMRecordName: `mailjet._domainkey.${domainOf(row)}.`,
    DKIMRecordValue: 'k=rsa; p=sandbox',
    DKIMStatus: 'OK',
    SPFRecordValue: 'v=spf1 include:spf.mailjet.com ?all',
    SPFStatus: 'OK',
    IsCheckInProgress: false,
  });
  const findDns = (name = '') =>
    need(
      rows.find((row) => [`${row.serial}`, domainOf(row)].includes(name)),
      missing,
    );
  return [
    ...keptResource(mailjetConventions, '/v3/REST/sender', rows, {
      find: (_rows, name) => find(name),
      defaults: (body) => ({ Name: '', EmailType: 'unknown', Filename: '', Email: body['Email'] }),
      check: (body, old) => {
        if (old !== undefined) return;
        const email = requireText(body, 'Email');
        if (!isAddress(email.replace(/^\*@/, 'a@'))) throw stop(400, `Invalid email address: "${email}"`);
        if (rows.find(({ own }) => own['Email'] === email))
          throw stop(400, 'There is an already existing Sender');
      },
      view: (shown, row) => ({ ...shown, Status: 'Active', DNSID: row.serial }),
    }),
    route('POST', '/v3/REST/sender/:id/validate', (_request, { id }) => {
      find(id);
      return wrap([{ ValidationMethod: 'ActiveOnDomain', Errors: {}, GlobalError: '' }], 201);
    }),
    route('GET', '/v3/REST/dns', (request) => mailjetConventions.list(rows.all().map(dnsOf), request, 'dns')),
    route('GET', '/v3/REST/dns/:id', (_request, { id }) => wrap([dnsOf(findDns(id))])),
    route('POST', '/v3/REST/dns/:id/check', (_request, { id }) => {
      const { DKIMStatus, SPFStatus, DKIMRecordValue, SPFRecordValue } = dnsOf(findDns(id));
      const records = { DKIMRecordCurrentValue: DKIMRecordValue, SPFRecordsCurrentValues: [SPFRecordValue] };
      return wrap([{ DKIMErrors: [], DKIMStatus, SPFErrors: [], SPFStatus, ...records }]);
    }),
  ];
}

function propertyRoutes({ properties }: MailStore) {
  return resource(mailjetConventions, '/v3/REST/contactmetadata', properties, {
    view: ({ serial, name, type, own }) => {
      return { ID: serial, Name: name, Datatype: type, NameSpace: own['NameSpace'] ?? 'static' };
    },
    read: (body) => ({
      name: requireText(body, 'Name'),
      type: requireText(body, 'Datatype'),
      own: { NameSpace: body['NameSpace'] },
    }),
    change: ({ Name, Datatype }, old) => ({
      name: textOf(Name) ?? old.name,
      type: textOf(Datatype) ?? old.type,
    }),
  });
}

/** The addresses for events. */
function webhookRoutes(store: MailStore) {
  return resource(mailjetConventions, '/v3/REST/eventcallbackurl', webhooksOf(store, 'mailjet'), {
    view: ({ serial, url, events, own }) => ({ ...own, ID: serial, Url: url, EventType: events[0] }),
    read: ({ Url, EventType, ...own }) => {
      return { service: 'mailjet', url: requireText({ Url }, 'Url'), events: [`${EventType}`], own };
    },
    change: ({ Url, EventType, ...own }, old) => ({
      url: textOf(Url) ?? old.url,
      events: EventType === undefined ? old.events : [`${EventType}`],
      own: { ...old.own, ...own },
    }),
  });
}
