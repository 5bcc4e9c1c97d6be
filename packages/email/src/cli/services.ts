import type { EmailDriver } from '../driver/email-driver.ts';
import { driverOptions, type ProgramContext, type ServiceValues, WrongUsage } from './command-line.ts';

interface Service {
  /** The factory. Its package loads when the driver is chosen. */
  readonly load: () => Promise<(options: never) => unknown>;
  /** The variables with its keys; of each row one is needed. */
  readonly keys?: readonly (readonly string[])[];
  /** Can it work without a key? */
  readonly isOpen?: boolean;
  /** Further variables that show that it is in use. */
  readonly settings?: readonly string[];
  /** The options that replace its keys where no request leaves. */
  readonly withoutKeys?: object;
  /** Settings without a default, where only the capabilities are read. */
  readonly sample?: object;
}

const services: Readonly<Record<string, Service>> = {
  azure: {
    load: async () => (await import('../drivers/azure/index.ts')).azure,
    keys: [['AZURE_API_KEY', 'COMMUNICATION_CONNECTION_STRING', 'EMAIL_API_KEY']],
    sample: { baseUrl: 'https://acme.communication.azure.com' },
  },
  brevo: { load: async () => (await import('../drivers/brevo/index.ts')).brevo },
  cloudflare: {
    load: async () => (await import('../drivers/cloudflare/index.ts')).cloudflare,
    keys: [['CLOUDFLARE_API_TOKEN', 'EMAIL_API_KEY']],
    sample: { accountId: 'account' },
  },
  elasticemail: { load: async () => (await import('../drivers/elasticemail/index.ts')).elasticemail },
  mailersend: { load: async () => (await import('../drivers/mailersend/index.ts')).mailersend },
  mailgun: {
    load: async () => (await import('../drivers/mailgun/index.ts')).mailgun,
    sample: { domain: 'mg.acme.dev' },
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
    sample: { projectId: 'project' },
  },
  sendgrid: { load: async () => (await import('../drivers/sendgrid/index.ts')).sendgrid },
  ses: {
    load: async () => (await import('../drivers/ses/index.ts')).ses,
    keys: [['AWS_ACCESS_KEY_ID'], ['AWS_SECRET_ACCESS_KEY']],
    withoutKeys: { credentials: { accessKeyId: 'redacted', secretAccessKey: 'redacted' } },
  },
  smtp: {
    load: async () => (await import('../drivers/smtp/index.ts')).smtp,
    keys: [['SMTP_PASSWORD', 'EMAIL_SMTP_PASSWORD']],
    isOpen: true,
    settings: ['SMTP_HOST'],
    withoutKeys: {},
    sample: { host: 'localhost' },
  },
  sparkpost: { load: async () => (await import('../drivers/sparkpost/index.ts')).sparkpost },
  zeptomail: { load: async () => (await import('../drivers/zeptomail/index.ts')).zeptomail },
};

export const serviceNames = Object.keys(services);

const serviceOf = (name: string): Service => {
  const service = serviceNames.includes(name) ? services[name] : undefined;
  if (service === undefined) throw new WrongUsage(`--driver must be one of ${serviceNames.join(', ')}.`);
  return service;
};

/** The variables with the keys of a driver, and whether it can work without them. */
export function keysOf(name: string): Required<Pick<Service, 'keys' | 'isOpen'>> {
  const { keys = [[`${name.toUpperCase()}_API_KEY`, 'EMAIL_API_KEY']], isOpen = false } = serviceOf(name);
  return { keys, isOpen };
}

/** Where the options of a driver come from: the program's user, no keys, or nothing but a sample. */
export type Opening = 'in-use' | 'without-keys' | 'sample';

/** @throws ConfigurationError for missing settings and unknown options */
export async function openDriver(
  name: string,
  values: ServiceValues,
  opening: Opening = 'in-use',
): Promise<EmailDriver> {
  const { load, withoutKeys = { apiKey: 'redacted' }, sample } = serviceOf(name);
  const create = (await load()) as (options: object) => EmailDriver;
  if (opening === 'sample') return create({ ...withoutKeys, ...sample });
  return create({ ...driverOptions(values), ...(opening === 'without-keys' && withoutKeys) });
}

/**
 * The drivers that `--driver` names, else those that the environment configures.
 *
 * @throws WrongUsage for an unknown name, and without any
 */
export function chosenDrivers({ driver }: ServiceValues, env: ProgramContext['env']): readonly string[] {
  const named = driver?.flatMap((names) => names.split(',')) ?? [];
  for (const name of named) serviceOf(name);
  const found = named.length > 0 ? named : serviceNames.filter((name) => isConfigured(name, env));
  if (found.length > 0) return found;
  const variables = 'such as RESEND_API_KEY or SMTP_HOST';
  throw new WrongUsage(`No driver is configured. Set its variables, ${variables}, or choose with --driver.`);
}

function isConfigured(name: string, env: ProgramContext['env']): boolean {
  const { settings = [] } = serviceOf(name);
  const keys = keysOf(name).keys.flatMap((names) => names.filter((each) => each !== 'EMAIL_API_KEY'));
  const variables = [...keys, ...keys.map((key) => `${key}_FILE`), `${name.toUpperCase()}_BASE_URL`];
  return [...settings, ...variables].some((variable) => env[variable]?.trim());
}
