import { type ProgramContext, WrongUsage } from '@org/core/command';
import type { EmailDriver } from '../driver/email-driver.ts';
import type { SmtpOptions } from '../drivers/smtp/index.ts';
import { driverOptions, type ServiceValues } from './command-line.ts';

interface Service {
  /** The factory. Its package loads when the driver is chosen. */
  readonly load: () => Promise<(options: never) => unknown>;
  /** The variables with its keys; of each row one is needed. */
  readonly keys?: readonly (readonly string[])[];
  /** Can it work without a key? */
  readonly isOpen?: boolean;
  /** Does it sign in with these options? Always, if it is not open. */
  readonly signsIn?: (options: object) => Promise<boolean>;
  /** Further variables that show that it is in use. */
  readonly settings?: readonly string[];
  /** Variables of which it needs one besides its keys, which other programs use too. */
  readonly needs?: readonly string[];
  /** The options that replace its keys where no request leaves. */
  readonly withoutKeys?: object;
  /** Settings without a default, where only the capabilities are read. */
  readonly sample?: object;
}

// The variables of an address are not read.
const sampleAddress = { baseUrl: 'https://api.example.com' };

const services = {
  azure: {
    load: async () => (await import('../drivers/azure/index.ts')).azure,
    keys: [['AZURE_API_KEY', 'COMMUNICATION_CONNECTION_STRING', 'EMAIL_API_KEY']],
    sample: sampleAddress,
  },
  brevo: { load: async () => (await import('../drivers/brevo/index.ts')).brevo },
  cloudflare: {
    load: async () => (await import('../drivers/cloudflare/index.ts')).cloudflare,
    keys: [['CLOUDFLARE_API_TOKEN', 'EMAIL_API_KEY']],
    sample: { ...sampleAddress, accountId: 'account' },
  },
  elasticemail: { load: async () => (await import('../drivers/elasticemail/index.ts')).elasticemail },
  loops: { load: async () => (await import('../drivers/loops/index.ts')).loops },
  mailersend: { load: async () => (await import('../drivers/mailersend/index.ts')).mailersend },
  mailgun: {
    load: async () => (await import('../drivers/mailgun/index.ts')).mailgun,
    sample: { ...sampleAddress, domain: 'mg.acme.dev' },
  },
  mailjet: {
    load: async () => (await import('../drivers/mailjet/index.ts')).mailjet,
    keys: [['MAILJET_API_KEY', 'EMAIL_API_KEY'], ['MAILJET_SECRET_KEY']],
    withoutKeys: { apiKey: 'redacted', secretKey: 'redacted' },
  },
  mailtrap: { load: async () => (await import('../drivers/mailtrap/index.ts')).mailtrap },
  mandrill: { load: async () => (await import('../drivers/mandrill/index.ts')).mandrill },
  plunk: { load: async () => (await import('../drivers/plunk/index.ts')).plunk },
  postmark: { load: async () => (await import('../drivers/postmark/index.ts')).postmark },
  resend: { load: async () => (await import('../drivers/resend/index.ts')).resend },
  scaleway: {
    load: async () => (await import('../drivers/scaleway/index.ts')).scaleway,
    keys: [['SCALEWAY_API_KEY', 'SCW_SECRET_KEY', 'EMAIL_API_KEY']],
    sample: { ...sampleAddress, projectId: 'project' },
  },
  sendgrid: { load: async () => (await import('../drivers/sendgrid/index.ts')).sendgrid },
  ses: {
    load: async () => (await import('../drivers/ses/index.ts')).ses,
    keys: [['AWS_ACCESS_KEY_ID'], ['AWS_SECRET_ACCESS_KEY']],
    withoutKeys: { credentials: { accessKeyId: 'redacted', secretAccessKey: 'redacted' } },
    needs: ['AWS_REGION', 'AWS_DEFAULT_REGION', 'SES_BASE_URL'],
  },
  smtp: {
    load: async () => (await import('../drivers/smtp/index.ts')).smtp,
    keys: [['SMTP_PASSWORD', 'EMAIL_SMTP_PASSWORD']],
    isOpen: true,
    async signsIn(options) {
      const { resolveFullSettings } = await import('../drivers/smtp/settings/full-settings.ts');
      return resolveFullSettings(options as SmtpOptions).settings.user !== undefined;
    },
    settings: ['SMTP_HOST'],
    withoutKeys: {},
    sample: { host: 'localhost', port: 25 },
  },
  sparkpost: { load: async () => (await import('../drivers/sparkpost/index.ts')).sparkpost },
  zeptomail: { load: async () => (await import('../drivers/zeptomail/index.ts')).zeptomail },
} satisfies Readonly<Record<string, Service>>;

type Options = Parameters<Awaited<ReturnType<(typeof services)[keyof typeof services]['load']>>>[0];

type NumericNames<Given> = Given extends unknown
  ? { [Name in keyof Given]-?: IsNumber<NonNullable<Given[Name]>> extends true ? Name : never }[keyof Given]
  : never;

/** "Not together with …" is `undefined` alone. */
type IsNumber<Value> = [Value] extends [never] ? false : Value extends number ? true : false;

/** Every option with a number; as text in an argument, all others stay as they are. */
const numeric: Readonly<Record<Exclude<NumericNames<NonNullable<Options>>, undefined>, true>> = {
  connectTimeoutMs: true,
  maxScheduleDays: true,
  maxSendRate: true,
  port: true,
};

const numericNames: ReadonlySet<string> = new Set(Object.keys(numeric));

const serviceByName: ReadonlyMap<string, Service> = new Map(Object.entries(services));

export const serviceNames = [...serviceByName.keys()];

const serviceOf = (name: string): Service => {
  const service = serviceByName.get(name);
  if (service === undefined) throw new WrongUsage(`--driver must be one of ${serviceNames.join(', ')}.`);
  return service;
};

/** The variables with the keys of a driver, and whether it can work without them. */
export function keysOf(name: string): Required<Pick<Service, 'keys' | 'isOpen'>> {
  const { keys = [[`${name.toUpperCase()}_API_KEY`, 'EMAIL_API_KEY']], isOpen = false } = serviceOf(name);
  return { keys, isOpen };
}

/** Does the driver sign in with these options and the environment? */
export async function signsIn(name: string, values: ServiceValues): Promise<boolean> {
  return (await serviceOf(name).signsIn?.(optionsOf(values))) ?? true;
}

export const optionsOf = (values: ServiceValues) => driverOptions(values, (name) => numericNames.has(name));

/** Where the options of a driver come from: the program's user, no keys, or nothing but a sample. */
export type Opening = 'in-use' | 'without-keys' | 'sample';

/** @throws ConfigurationError for missing settings and unknown options */
export async function openDriver(
  name: string,
  values: ServiceValues,
  opening: Opening = 'in-use',
): Promise<EmailDriver> {
  const { load, withoutKeys = { apiKey: 'redacted' }, sample = sampleAddress } = serviceOf(name);
  const create = (await load()) as (options: object) => EmailDriver;
  if (opening === 'sample') return create({ ...withoutKeys, ...sample });
  return create({ ...optionsOf(values), ...(opening === 'without-keys' && withoutKeys) });
}

/**
 * The drivers that `--driver` names, else those that the environment configures.
 *
 * @throws WrongUsage for an unknown name, for options of several drivers, and without any
 */
export function chosenDrivers(
  { driver, option }: ServiceValues,
  env: ProgramContext['env'],
): readonly string[] {
  const named = driver?.flatMap((names) => names.split(',')) ?? [];
  for (const name of named) serviceOf(name);
  const found = named.length > 0 ? named : serviceNames.filter((name) => isConfigured(name, env));
  if (found.length > 1 && option !== undefined)
    throw new WrongUsage(`--option is of one driver: choose one of ${found.join(', ')} with --driver.`);
  if (found.length > 0) return found;
  const variables = 'such as RESEND_API_KEY or SMTP_HOST';
  throw new WrongUsage(`No driver is configured. Set its variables, ${variables}, or choose with --driver.`);
}

function isConfigured(name: string, env: ProgramContext['env']): boolean {
  const { settings = [], needs } = serviceOf(name);
  const keys = keysOf(name).keys.flatMap((names) => names.filter((each) => each !== 'EMAIL_API_KEY'));
  const variables = [...keys, ...keys.map((key) => `${key}_FILE`), `${name.toUpperCase()}_BASE_URL`];
  const isAnySet = (names: readonly string[]) => names.some((variable) => env[variable]?.trim());
  return isAnySet([...settings, ...variables]) && (needs === undefined || isAnySet(needs));
}
