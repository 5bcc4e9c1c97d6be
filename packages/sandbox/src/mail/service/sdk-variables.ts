/** One service as a client sees it. */
export interface ServiceAccess {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
  /** The secret of its webhooks; `undefined` where they are not signed. */
  readonly webhookSecret: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** A variable that official SDKs read by themselves. */
export interface SdkVariable {
  /** The door. */
  readonly service: string;
  readonly name: string;
  readonly valueOf: (access: ServiceAccess) => string | undefined;
  /** The packages that read it, with the newest version that was read. */
  readonly readBy: readonly string[];
}

const key = ({ key: value }: ServiceAccess) => value;
const url = ({ url: value }: ServiceAccess) => value;
const region = ({ env }: ServiceAccess) => env['AWS_REGION'];
const aws = ['every SDK of AWS'];

/**
 * The variables of official SDKs. Each door also has those of the drivers of `@org/email`:
 * `<SERVICE>_BASE_URL`, `<SERVICE>_API_KEY` and `<SERVICE>_WEBHOOK_SECRET`.
 */
export const sdkVariables: readonly SdkVariable[] = [
  {
    service: 'resend',
    name: 'RESEND_API_KEY',
    valueOf: key,
    readBy: ['resend 6.38.0 (Node)', 'resend 2.52.0 (Python)'],
  },
  {
    service: 'resend',
    name: 'RESEND_BASE_URL',
    // The gem and the Go module append `emails` to it, the package of npm `/emails`.
    valueOf: (access) => `${access.url}/`,
    readBy: ['resend 6.38.0 (Node)', 'resend-go 3.1.1', 'resend-php 1.2.0', 'resend gem (Ruby)'],
  },
  { service: 'resend', name: 'RESEND_API_URL', valueOf: url, readBy: ['resend 2.52.0 (Python)'] },
  { service: 'sendgrid', name: 'SENDGRID_API_KEY', valueOf: key, readBy: ['sendgrid 6.12.5 (Python)'] },
  {
    service: 'mailersend',
    name: 'MAILERSEND_API_KEY',
    valueOf: key,
    readBy: ['mailersend 2.2.0 (Python)', 'mailersend/mailersend (PHP)'],
  },
  {
    service: 'mailersend',
    name: 'MAILERSEND_API_TOKEN',
    valueOf: key,
    readBy: ['mailersend-ruby'],
  },
  { service: 'mailgun', name: 'MG_API_KEY', valueOf: key, readBy: ['mailgun-go 5'] },
  { service: 'mailgun', name: 'MG_URL', valueOf: url, readBy: ['mailgun-go 5'] },
  {
    service: 'mailgun',
    name: 'MG_WEBHOOK_SIGNING_KEY',
    valueOf: ({ webhookSecret }) => webhookSecret,
    readBy: ['mailgun-go 5'],
  },
  { service: 'mailjet', name: 'MJ_APIKEY_PUBLIC', valueOf: key, readBy: ['mailjet-client (Java)'] },
  {
    service: 'mailjet',
    name: 'MJ_APIKEY_PRIVATE',
    valueOf: ({ env }) => env['MAILJET_SECRET_KEY'],
    readBy: ['mailjet-client (Java)'],
  },
  { service: 'postmark', name: 'POSTMARK_API_TOKEN', valueOf: key, readBy: ['postmark gem (Ruby)'] },
  { service: 'cloudflare', name: 'CLOUDFLARE_BASE_URL', valueOf: url, readBy: ['cloudflare 7.3.0 (Node)'] },
  {
    service: 'azure',
    name: 'COMMUNICATION_CONNECTION_STRING',
    valueOf: (access) => `endpoint=${access.url}/;accesskey=${access.env['AZURE_API_KEY']}`,
    readBy: ['`azure()` of @org/email'],
  },
  // Of these services only: S3 and others stay where they are.
  { service: 'ses', name: 'AWS_ENDPOINT_URL_SESV2', valueOf: url, readBy: aws },
  { service: 'ses', name: 'AWS_ENDPOINT_URL_SES', valueOf: url, readBy: aws },
  { service: 'ses', name: 'AWS_REGION', valueOf: region, readBy: aws },
  // boto3 reads this one only.
  { service: 'ses', name: 'AWS_DEFAULT_REGION', valueOf: region, readBy: ['boto3 1.44.8 (Python)'] },
  { service: 'ses', name: 'AWS_ACCESS_KEY_ID', valueOf: ({ env }) => env['AWS_ACCESS_KEY_ID'], readBy: aws },
  { service: 'ses', name: 'AWS_SECRET_ACCESS_KEY', valueOf: key, readBy: aws },
];

/** The variables of one door. */
export function sdkEnvOf(service: string, access: ServiceAccess): Readonly<Record<string, string>> {
  return Object.fromEntries(
    sdkVariables.flatMap((variable) => {
      const value = variable.service === service ? variable.valueOf(access) : undefined;
      return value === undefined ? [] : [[variable.name, value] as const];
    }),
  );
}
