import { createHash } from 'node:crypto';
import {
  type DoorContext,
  type Fields,
  fieldsOf,
  isAddress,
  type MailStore,
  need,
  resource,
  route,
  textOf,
  typedRows,
} from '../../kit.ts';
import { tagBook } from './tags.ts';
import { missing, ok, pageOf, sesConventions, stop } from './wire.ts';

/** An address or a domain of the account. Every one is verified at once. */
export interface Identity {
  /** What the API v2 tells of it, as it was put. */
  readonly own: Fields;
  readonly policies: Readonly<Record<string, string>>;
  /** Topics, and whether headers are in their messages, by `Bounce`, `Complaint` and `Delivery`. */
  readonly notifications?: Readonly<Record<string, Fields>>;
}

/** Identities by name, for both versions of the API. */
export function identitiesOf(store: MailStore) {
  const rows = typedRows<Identity>(store, 'ses identities');
  const find = (name: unknown) => need(rows.get(String(name)), missing);
  return {
    ...rows,
    find,
    delete: (id: string): boolean => {
      tagBook(store).drop(`identity/${id}`);
      return rows.delete(id);
    },
    /** Adds it where it is not there. @throws {Problem} for a name that is neither address nor domain */
    ensure: (name: unknown, own: Fields = {}): void => {
      const id = textOf(name) ?? '';
      if (!isAddress(id) && !/^[\w-]+(?:\.[\w-]+)+$/.test(id))
        throw stop('BadRequestException', `Invalid email address or domain name <${id}>.`);
      if (rows.get(id) === undefined) rows.add({ own, policies: {} }, id);
    },
    change: (name: unknown, change: Fields): void => {
      const { id, own } = find(name);
      rows.update(id, { own: { ...own, ...change } });
    },
    putPolicy: (name: unknown, policy: unknown, text: unknown): void => {
      const { id, policies } = find(name);
      rows.update(id, { policies: { ...policies, [String(policy)]: textOf(text) ?? '' } });
    },
    dropPolicy: (name: unknown, policy: unknown): void => {
      const { id, policies } = find(name);
      const { [String(policy)]: _old, ...others } = policies;
      rows.update(id, { policies: others });
    },
  };
}

export const isDomain = (identity: string): boolean => !identity.includes('@');

/** Always the same three of a name. */
export function dkimTokensOf(identity: string): readonly string[] {
  const domain = identity.slice(identity.lastIndexOf('@') + 1);
  return [0, 1, 2].map((place) =>
    BigInt(`0x${createHash('sha256').update(`${place} ${domain}`).digest('hex')}`)
      .toString(36)
      .slice(0, 32),
  );
}

function viewOf({ id, own, policies }: Identity & { readonly id: string }) {
  const { DkimAttributes, MailFromAttributes, ...others } = own;
  return {
    IdentityType: isDomain(id) ? 'DOMAIN' : 'EMAIL_ADDRESS',
    VerifiedForSendingStatus: true,
    VerificationStatus: 'SUCCESS',
    FeedbackForwardingStatus: true,
    DkimAttributes: {
      SigningEnabled: true,
      Status: 'SUCCESS',
      Tokens: dkimTokensOf(id),
      SigningAttributesOrigin: 'AWS_SES',
      ...fieldsOf(DkimAttributes),
    },
    ...(MailFromAttributes !== undefined && {
      MailFromAttributes: { MailFromDomainStatus: 'SUCCESS', ...fieldsOf(MailFromAttributes) },
    }),
    ...others,
    Policies: policies,
  };
}

const collection = '/v2/email/identities';

/** The paths below an identity, and what each changes. */
const changes: Readonly<Record<string, (body: Fields, own: Fields) => Fields>> = {
  'configuration-set': ({ ConfigurationSetName }) => ({ ConfigurationSetName }),
  dkim: ({ SigningEnabled = false }, own) => ({
    DkimAttributes: { ...fieldsOf(own['DkimAttributes']), SigningEnabled },
  }),
  feedback: ({ EmailForwardingEnabled = false }) => ({ FeedbackForwardingStatus: EmailForwardingEnabled }),
  'mail-from': ({ MailFromDomain, BehaviorOnMxFailure = 'USE_DEFAULT_VALUE' }) => ({
    MailFromAttributes: textOf(MailFromDomain) ? { MailFromDomain, BehaviorOnMxFailure } : undefined,
  }),
};

export function identityRoutes(context: DoorContext) {
  const { store } = context;
  const identities = identitiesOf(store);
  const tags = tagBook(store);
  return [
    route('POST', collection, (request) => {
      const { EmailIdentity, Tags, ConfigurationSetName } = fieldsOf(request.json());
      if (identities.get(`${EmailIdentity}`))
        throw stop('AlreadyExistsException', `Email identity ${EmailIdentity} already exist.`);
      identities.ensure(EmailIdentity, ConfigurationSetName === undefined ? {} : { ConfigurationSetName });
      tags.put(`identity/${EmailIdentity}`, Tags);
      const { IdentityType, VerifiedForSendingStatus, DkimAttributes } = viewOf(
        identities.find(EmailIdentity),
      );
      return ok({ IdentityType, VerifiedForSendingStatus, DkimAttributes });
    }),
    route('POST', '/v2/email/list-identities', (request) => {
      const { PageSize, NextToken } = fieldsOf(request.json());
      const { items, ...page } = pageOf(identities.all(), PageSize, NextToken);
      const EmailIdentities = items.map((row) => {
        const { IdentityType, VerificationStatus } = viewOf(row);
        return { IdentityType, IdentityName: row.id, SendingEnabled: true, VerificationStatus };
      });
      return ok({ EmailIdentities, ...page });
    }),
    ...resource(sesConventions, collection, identities, {
      verbs: ['show', 'remove'],
      find: (_rows, name) => identities.get(name),
      view: (row) => ({ ...viewOf(row), Tags: tags.get(`identity/${row.id}`) }),
    }),
    ...Object.entries(changes).map(([path, read]) =>
      route('PUT', `${collection}/:identity/${path}`, (request, { identity }) => {
        identities.change(identity, read(fieldsOf(request.json()), identities.find(identity).own));
        return ok();
      }),
    ),
    ...keyRoutes(store),
  ];
}

function keyRoutes(store: MailStore) {
  const identities = identitiesOf(store);
  const policies = `${collection}/:identity/policies`;
  return [
    route('PUT', `${collection}/:identity/dkim/signing`, (request, { identity = '' }) => {
      const { SigningAttributesOrigin } = fieldsOf(request.json());
      const old = fieldsOf(identities.find(identity).own['DkimAttributes']);
      identities.change(identity, { DkimAttributes: { ...old, SigningAttributesOrigin } });
      return ok({ DkimStatus: 'SUCCESS', DkimTokens: dkimTokensOf(identity) });
    }),
    route('GET', policies, (_request, { identity }) => ok({ Policies: identities.find(identity).policies })),
    ...['POST', 'PUT'].map((method) =>
      route(method, `${policies}/:name`, (request, { identity, name = '' }) => {
        const isKnown = Object.hasOwn(identities.find(identity).policies, name);
        if (method === 'POST' && isKnown) throw stop('AlreadyExistsException', `Policy ${name} exists.`);
        if (method === 'PUT' && !isKnown) throw missing();
        identities.putPolicy(identity, name, fieldsOf(request.json())['Policy']);
        return ok();
      }),
    ),
    route('DELETE', `${policies}/:name`, (_request, { identity, name }) => {
      identities.dropPolicy(identity, name);
      return ok();
    }),
  ];
}
