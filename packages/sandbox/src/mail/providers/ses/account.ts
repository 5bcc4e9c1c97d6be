import {
  type DoorContext,
  type Fields,
  fieldsOf,
  type MailStore,
  outcomesOf,
  route,
  typedRows,
} from '../../kit.ts';
import { configurationSets } from './configuration-sets.ts';
import { ok, stop } from './wire.ts';

const usual = {
  DedicatedIpAutoWarmupEnabled: false,
  EnforcementStatus: 'HEALTHY',
  ProductionAccessEnabled: true,
  SendingEnabled: true,
  SuppressionAttributes: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
};

/** What the account has set, and its quota. */
export function accountOf(store: MailStore) {
  const rows = typedRows<Fields>(store, 'ses account');
  const settings = (): Fields => rows.get('settings')?.['given'] as Fields;
  return {
    get: () => ({ ...usual, ...settings(), SendQuota: quotaOf(store) }),
    put: (change: Fields): void => {
      const given = { ...settings(), ...change };
      if (rows.update('settings', { given }) === undefined) rows.add({ given }, 'settings');
    },
  };
}

const dayMs = 86_400_000;

function sentOf({ messages, now }: MailStore) {
  const since = now() - dayMs;
  return messages.all().filter(({ service, createdAt }) => service === 'ses' && createdAt >= since);
}

function quotaOf(store: MailStore) {
  const SentLast24Hours = sentOf(store).reduce((sum, { recipients }) => sum + recipients.length, 0);
  return { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours };
}

const windowMs = 15 * 60_000;

/** Deliveries, bounces and complaints of the last day, by quarters of an hour. */
export function statisticsOf(store: MailStore): readonly object[] {
  const points = new Map<number, { DeliveryAttempts: number; Bounces: number; Complaints: number }>();
  for (const message of sentOf(store)) {
    const at = Math.floor(message.createdAt / windowMs) * windowMs;
    const point = points.get(at) ?? { DeliveryAttempts: 0, Bounces: 0, Complaints: 0 };
    point.DeliveryAttempts += message.recipients.length;
    for (const { kind } of outcomesOf(message)) {
      if (kind === 'bounced' || kind === 'suppressed') point.Bounces += 1;
      if (kind === 'complained') point.Complaints += 1;
    }
    points.set(at, point);
  }
  return [...points].map(([at, point]) => ({
    Timestamp: new Date(at).toISOString(),
    ...point,
    Rejects: 0,
  }));
}

/** As {@link requireSending}, with the name that the API of 2010 has for a paused set. @throws {Problem} */
export function requireSendingOf2010(store: MailStore, configurationSet: unknown): void {
  requireSending(store, configurationSet, 'ConfigurationSetSendingPausedException');
}

/** @throws {Problem} where the account, or the configuration set of a mail, has paused its sending */
export function requireSending(
  store: MailStore,
  configurationSet: unknown,
  ofSet = 'SendingPausedException',
): void {
  if (accountOf(store).get().SendingEnabled === false)
    throw stop('SendingPausedException', 'Sending is paused for this account.');
  const set = configurationSets(store).get(String(configurationSet));
  if (fieldsOf(set?.options['SendingOptions'])['SendingEnabled'] === false)
    throw stop(ofSet, `Sending is paused for configuration set ${configurationSet}.`);
}

/** The paths below the account, and how each is told by GetAccount. */
const settings: readonly (readonly [method: string, path: string, read: (body: Fields) => Fields])[] = [
  ['PUT', 'sending', ({ SendingEnabled = false }) => ({ SendingEnabled })],
  ['PUT', 'suppression', (body) => ({ SuppressionAttributes: body })],
  ['PUT', 'vdm', ({ VdmAttributes }) => ({ VdmAttributes })],
  ['PUT', 'pricing-attributes', (body) => ({ PricingAttributes: body })],
  ['POST', 'delivery', (body) => ({ DeliveryAttributes: body })],
  [
    'POST',
    'details',
    ({ ProductionAccessEnabled = true, ...Details }) => ({ ProductionAccessEnabled, Details }),
  ],
];

export function accountRoutes({ store }: DoorContext) {
  const account = accountOf(store);
  return [
    route('GET', '/v2/email/account', () => ok(account.get())),
    ...settings.map(([method, path, read]) =>
      route(method, `/v2/email/account/${path}`, (request) => {
        account.put(read(fieldsOf(request.json())));
        return ok();
      }),
    ),
  ];
}
