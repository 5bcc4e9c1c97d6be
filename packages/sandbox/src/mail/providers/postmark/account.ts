import {
  type DoorContext,
  type Fields,
  keptResource,
  need,
  nextNumber,
  ok,
  ownRows,
  route,
  textOf,
  withPresets,
} from '../../kit.ts';
import { keptConventions, queryOf, stop } from './wire.ts';

const done = (Message: string) => ok({ ErrorCode: 0, Message });

export function accountRoutes(context: DoorContext) {
  return [...serverRoutes(context), ...domainRoutes(context), ...senderRoutes(context)];
}

const serverDefaults = {
  ...{ Color: 'blue', SmtpApiActivated: true, RawEmailEnabled: false, DeliveryType: 'Live' },
  ...{ InboundHookUrl: '', BounceHookUrl: '', OpenHookUrl: '', DeliveryHookUrl: '', ClickHookUrl: '' },
  ...{ PostFirstOpenOnly: false, InboundDomain: '', InboundHash: 'sandbox', InboundSpamThreshold: 0 },
  ...{ InboundAddress: 'sandbox@inbound.postmarkapp.com', TrackOpens: false, TrackLinks: 'None' },
  ...{ IncludeBounceContentInHook: false, EnableSmtpApiErrorHooks: false },
};

/** The server of the key has the number 1. */
function serverRoutes({ store, key }: DoorContext) {
  const presets = { 1: { ...serverDefaults, Name: 'Sandbox' } };
  const servers = withPresets(ownRows(store, 'postmark servers'), presets);
  const view = (shown: Fields) => {
    const ServerLink = `https://postmarkapp.com/servers/${shown['ID']}/streams`;
    return { ...shown, ApiTokens: [key], ServerLink };
  };
  const missing = () => stop(601, 'This server does not exist.');
  const isTaken = (name: unknown) => servers.all().some(({ own }) => own['Name'] === name);
  const own = (path: string) =>
    keptResource(keptConventions, path, servers, {
      name: 'Servers',
      missing,
      makeId: () => nextNumber(servers),
      defaults: serverDefaults,
      check: (body, old) => {
        if (old === undefined && !body['Name']) throw stop(608, 'The server must have a Name.');
        if (body['Name'] !== old?.own['Name'] && isTaken(body['Name']))
          throw stop(603, 'This server name already exists.');
      },
      rows: (request) =>
        servers.all().filter((row) => String(row.own['Name']).includes(queryOf(request)('name') ?? '')),
      view,
    });
  const all = own('/servers');
  // The own server is the one with the number 1.
  const single = all.filter(({ method, pattern }) => pattern.endsWith('/:id') && method !== 'DELETE');
  return [
    ...all,
    ...single.map(({ method, handler }) =>
      route(method, '/server', (request) => handler(request, { id: '1' })),
    ),
  ];
}

const newKey = (name: unknown) => ({
  DKIMUpdateStatus: 'Pending',
  DKIMPendingHost: `20260101._domainkey.${name}`,
  DKIMPendingTextValue: 'k=rsa;p=sandbox',
});

/** The records of a domain, of which none is verified before it is asked. */
const recordsOf = (name: unknown): Fields => ({
  ...{ SPFVerified: true, SPFHost: name, SPFTextValue: 'v=spf1 a mx include:spf.mtasv.net ~all' },
  ...{ DKIMVerified: false, WeakDKIM: false, DKIMHost: '', DKIMTextValue: '', ...newKey(name) },
  ...{ DKIMRevokedHost: '', DKIMRevokedTextValue: '', SafeToRemoveRevokedKeyFromDNS: false },
  ...{ ReturnPathDomain: '', ReturnPathDomainVerified: false, ReturnPathDomainCNAMEValue: 'pm.mtasv.net' },
});

const verifiedKey = ({ DKIMPendingHost, DKIMPendingTextValue, ...own }: Fields): Fields => ({
  ...own,
  ...{ DKIMVerified: true, DKIMUpdateStatus: 'Verified', DKIMHost: DKIMPendingHost ?? own['DKIMHost'] },
  DKIMTextValue: DKIMPendingTextValue ?? own['DKIMTextValue'],
  DKIMPendingHost: '',
  DKIMPendingTextValue: '',
});

function domainRoutes({ store }: DoorContext) {
  const domains = ownRows(store, 'postmark domains');
  const missing = () => stop(510, 'This domain does not exist.');
  /** Paths in the spelling of the reference, and of the SDKs. */
  const action = (method: string, names: readonly string[], change: (own: Fields) => Fields) =>
    names.map((name) =>
      route(method, `/domains/:id/${name}`, (_request, { id = '' }) => {
        const { own } = need(domains.get(id), missing);
        const changed = { ...own, ...change(own) };
        domains.update(id, { own: changed });
        return ok({ ...changed, ID: Number(id) });
      }),
    );
  return [
    ...action('PUT', ['verifyDkim', 'verifyDKIM'], verifiedKey),
    ...action('PUT', ['verifyReturnPath'], () => ({ ReturnPathDomainVerified: true })),
    ...action('POST', ['verifyspf', 'verifySPF'], () => ({ SPFVerified: true })),
    ...action('POST', ['rotatedkim', 'rotateDKIM'], ({ Name }) => newKey(Name)),
    ...keptResource(keptConventions, '/domains', domains, {
      name: 'Domains',
      missing,
      makeId: () => nextNumber(domains),
      check: (body, old) => {
        if (old === undefined && !body['Name']) throw stop(514, 'The domain must have a Name.');
        if (old === undefined && domains.find(({ own }) => own['Name'] === body['Name']))
          throw stop(512, 'This domain already exists.');
      },
      defaults: ({ Name }) => recordsOf(Name),
      list: (views, request, name) => keptConventions.list(views.map(briefDomain), request, name),
    }),
  ];
}

const pick = (row: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
const briefDomain = (row: object) =>
  pick(row, ['ID', 'Name', 'SPFVerified', 'DKIMVerified', 'WeakDKIM', 'ReturnPathDomainVerified']);
const briefSender = (row: object) =>
  pick(row, ['ID', 'Name', 'Domain', 'EmailAddress', 'ReplyToEmailAddress', 'Confirmed']);

function senderRoutes({ store }: DoorContext) {
  const senders = ownRows(store, 'postmark senders');
  const missing = () => stop(501, 'This sender signature does not exist.');
  const find = (id = '') => need(senders.get(id), missing);
  const change = (id: string, own: Fields) => {
    const changed = { ...find(id).own, ...own };
    senders.update(id, { own: changed });
    return ok({ ...changed, ID: Number(id) });
  };
  /** Paths in the spelling of the reference, and of the SDK. */
  const both = (names: readonly string[], run: (id: string) => ReturnType<typeof ok>) =>
    names.map((name) => route('POST', `/senders/:id/${name}`, (_request, { id = '' }) => run(find(id).id)));
  return [
    ...both(['resend'], () => done('Confirmation email for the Sender Signature was re-sent.')),
    ...both(['verifyspf', 'verifySpf'], (id) => change(id, { SPFVerified: true })),
    ...both(['requestnewdkim', 'requestNewDkim'], (id) => change(id, newKey(find(id).own['Domain']))),
    ...keptResource(keptConventions, '/senders', senders, {
      name: 'SenderSignatures',
      missing,
      makeId: () => nextNumber(senders),
      check: (body, old) => {
        if (old !== undefined) return;
        const { FromEmail, Name } = body;
        if (!FromEmail || !Name) throw stop(520, 'The sender must have a Name and a FromEmail.');
        if (senders.find(({ own }) => own['EmailAddress'] === FromEmail))
          throw stop(504, 'This sender signature already exists.');
      },
      defaults: ({ FromEmail }) => {
        const Domain = String(FromEmail).split('@')[1] ?? '';
        return {
          ...recordsOf(Domain),
          Domain,
          EmailAddress: FromEmail,
          ReplyToEmailAddress: '',
          Confirmed: false,
        };
      },
      keep: ({ FromEmail: _, ReplyToEmail, ...body }) => ({
        ConfirmationPersonalNote: '',
        ...body,
        ...(textOf(ReplyToEmail) !== undefined && { ReplyToEmailAddress: ReplyToEmail }),
      }),
      list: (views, request, name) => keptConventions.list(views.map(briefSender), request, name),
    }),
  ];
}
