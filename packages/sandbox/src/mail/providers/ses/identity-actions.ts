// The actions of the API of 2010 that concern identities.
import { type DoorContext, fieldsOf, textsOf } from '../../kit.ts';
import { type Actions, isTrue } from './actions.ts';
import { dkimTokensOf, type Identity, identitiesOf, isDomain } from './identities.ts';
import { pageOf } from './wire.ts';

export function identityActions(context: DoorContext): Actions {
  return { ...verifyingActions(context), ...attributeActions(context), ...policyActions(context) };
}

function verifyingActions({ store }: DoorContext): Actions {
  const identities = identitiesOf(store);
  const verifyAddress = (address: unknown) => identities.ensure(address);
  return {
    VerifyDomainIdentity: ({ Domain }) => {
      identities.ensure(Domain);
      return { VerificationToken: tokenOf(`${Domain}`) };
    },
    VerifyDomainDkim: ({ Domain }) => {
      identities.ensure(Domain);
      return { DkimTokens: dkimTokensOf(`${Domain}`) };
    },
    VerifyEmailIdentity: ({ EmailAddress }) => {
      verifyAddress(EmailAddress);
      return {};
    },
    VerifyEmailAddress: ({ EmailAddress }) => void verifyAddress(EmailAddress),
    DeleteIdentity: ({ Identity: name }) => {
      identities.delete(`${name}`);
      return {};
    },
    DeleteVerifiedEmailAddress: ({ EmailAddress }) => void identities.delete(`${EmailAddress}`),
    ListIdentities: ({ IdentityType, MaxItems, NextToken }) => {
      const isWanted = (id: string) =>
        IdentityType === undefined || isDomain(id) === (IdentityType === 'Domain');
      const names = identities.all().flatMap(({ id }) => (isWanted(id) ? [id] : []));
      const { items: Identities, ...page } = pageOf(names, MaxItems, NextToken);
      return { Identities, ...page };
    },
    ListVerifiedEmailAddresses: () => ({
      VerifiedEmailAddresses: identities.all().flatMap(({ id }) => (isDomain(id) ? [] : [id])),
    }),
  };
}

const tokenOf = (domain: string): string => dkimTokensOf(domain).join('').slice(0, 44);

function attributeActions({ store }: DoorContext): Actions {
  const identities = identitiesOf(store);
  /** The attributes of each named identity. Those that the account does not have are left out. */
  const each = (names: unknown, view: (id: string, identity: Identity) => object) =>
    new Map(
      textsOf(names).flatMap((name) => {
        const row = identities.get(name);
        return row === undefined ? [] : [[name, view(name, row)] as const];
      }),
    );
  const note = (name: unknown, kind: unknown, change: object) => {
    const { id, notifications = {} } = identities.find(name);
    const old = notifications[String(kind)];
    identities.update(id, { notifications: { ...notifications, [String(kind)]: { ...old, ...change } } });
    return {};
  };
  return {
    GetIdentityVerificationAttributes: ({ Identities }) => ({
      VerificationAttributes: each(Identities, (id) => ({
        VerificationStatus: 'Success',
        VerificationToken: isDomain(id) ? tokenOf(id) : undefined,
      })),
    }),
    GetIdentityDkimAttributes: ({ Identities }) => ({
      DkimAttributes: each(Identities, (id, { own }) => ({
        DkimEnabled: fieldsOf(own['DkimAttributes'])['SigningEnabled'] ?? true,
        DkimVerificationStatus: 'Success',
        DkimTokens: dkimTokensOf(id),
      })),
    }),
    GetIdentityMailFromDomainAttributes: ({ Identities }) => ({
      MailFromDomainAttributes: each(Identities, (_id, { own }) => {
        const { MailFromDomain = '', BehaviorOnMxFailure } = fieldsOf(own['MailFromAttributes']);
        const isReject = BehaviorOnMxFailure === 'REJECT_MESSAGE';
        const BehaviorOnMXFailure = isReject ? 'RejectMessage' : 'UseDefaultValue';
        return { MailFromDomain, MailFromDomainStatus: 'Success', BehaviorOnMXFailure };
      }),
    }),
    GetIdentityNotificationAttributes: ({ Identities }) => ({
      NotificationAttributes: each(Identities, (_id, { own, notifications }) => ({
        ForwardingEnabled: own['FeedbackForwardingStatus'] ?? true,
        ...Object.assign(
          {},
          ...['Bounce', 'Complaint', 'Delivery'].map((kind) => {
            const { topic, hasHeaders = false } = notifications?.[kind] ?? {};
            return { [`${kind}Topic`]: topic, [`HeadersIn${kind}NotificationsEnabled`]: hasHeaders };
          }),
        ),
      })),
    }),
    SetIdentityDkimEnabled: ({ Identity: name, DkimEnabled }) => {
      identities.change(name, { DkimAttributes: { SigningEnabled: isTrue(DkimEnabled) } });
      return {};
    },
    SetIdentityFeedbackForwardingEnabled: ({ Identity: name, ForwardingEnabled }) => {
      identities.change(name, { FeedbackForwardingStatus: isTrue(ForwardingEnabled) });
      return {};
    },
    SetIdentityMailFromDomain: ({ Identity: name, MailFromDomain, BehaviorOnMXFailure }) => {
      const isReject = BehaviorOnMXFailure === 'RejectMessage';
      const BehaviorOnMxFailure = isReject ? 'REJECT_MESSAGE' : 'USE_DEFAULT_VALUE';
      const MailFromAttributes = MailFromDomain ? { MailFromDomain, BehaviorOnMxFailure } : undefined;
      identities.change(name, { MailFromAttributes });
      return {};
    },
    SetIdentityNotificationTopic: ({ Identity: name, NotificationType, SnsTopic }) =>
      note(name, NotificationType, { topic: SnsTopic }),
    SetIdentityHeadersInNotificationsEnabled: ({ Identity: name, NotificationType, Enabled }) =>
      note(name, NotificationType, { hasHeaders: isTrue(Enabled) }),
  };
}

function policyActions({ store }: DoorContext): Actions {
  const identities = identitiesOf(store);
  return {
    PutIdentityPolicy: ({ Identity: name, PolicyName, Policy }) => {
      identities.putPolicy(name, PolicyName, Policy);
      return {};
    },
    DeleteIdentityPolicy: ({ Identity: name, PolicyName }) => {
      identities.dropPolicy(name, PolicyName);
      return {};
    },
    ListIdentityPolicies: ({ Identity: name }) => ({
      PolicyNames: Object.keys(identities.find(name).policies),
    }),
    GetIdentityPolicies: ({ Identity: name, PolicyNames }) => {
      const { policies } = identities.find(name);
      return {
        Policies: new Map(Object.entries(policies).filter(([key]) => textsOf(PolicyNames).includes(key))),
      };
    },
  };
}
