import {
  type Auth,
  basic,
  ConfigurationError,
  type CredentialInput,
  credentialFrom,
  defineService,
  fromEnv,
  settingFromEnv,
} from '@org/core';
import { httpDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver, withSteps } from '../../driver.ts';
import { product } from '../../internal/product.ts';
import { redactAddresses } from '../../model/redact-addresses.ts';
import {
  batchKey,
  capabilitiesFor,
  type MailgunCapabilities,
  mailgunLimitGroups,
  mailgunLimits,
} from './limits.ts';

export type { MailgunCapabilities } from './limits.ts';
export type { MailgunMessageOptions } from './options.ts';

/** The key, the domain and the region of Mailgun. @public */
export interface MailgunOptions {
  /**
   * The account's API key, or a sending key of the domain, which only sends.
   *
   * @defaultValue the environment's `MAILGUN_API_KEY`, else `EMAIL_API_KEY`; with `_FILE` appended to the
   * name, the content of that file
   */
  readonly apiKey?: CredentialInput | undefined;
  /** The sending domain: `mg.acme.dev`. @defaultValue the environment's `MAILGUN_DOMAIN` */
  readonly domain?: string | undefined;
  /** Where the domain is: another region does not know it. @defaultValue 'us' */
  readonly region?: 'us' | 'eu' | undefined;
  /**
   * The API's origin, for a proxy or a test.
   *
   * @defaultValue the environment's `MAILGUN_BASE_URL` if that is on this machine, else that of the region
   */
  readonly baseUrl?: string | undefined;
  /** Allows plain `http` to another machine, key included. @defaultValue false */
  readonly dangerouslyAllowHttp?: boolean | undefined;
  /** The place of the key, for a gateway with another one. @defaultValue basic({ user: 'api' }) */
  readonly auth?: Auth | undefined;
  /** How far ahead the plan stores scheduled messages: 3 days, or up to 7. @defaultValue 3 */
  readonly maxScheduleDays?: number | undefined;
  /**
   * The account's HTTP webhook signing key.
   *
   * @defaultValue the environment's `MAILGUN_WEBHOOK_SECRET`, and during a rotation also
   * `MAILGUN_WEBHOOK_SECRET_PREVIOUS`
   */
  readonly webhookSecret?: CredentialInput | undefined;
}

const origins = { us: 'https://api.mailgun.net', eu: 'https://api.eu.mailgun.net' };

/**
 * Sends through Mailgun's API (https://documentation.mailgun.com, as of 2026), with templates, mailing lists,
 * suppressions, events and webhooks of one domain.
 *
 * Delivery: at most once. Mailgun has no idempotency keys: an attempt without a response is not repeated,
 * and its outcome is `unknown`.
 *
 * @throws ConfigurationError without a domain
 * @public
 */
export function mailgun(options: MailgunOptions = {}): EmailDriver<MailgunCapabilities> {
  const { region = 'us', domain = settingFromEnv('MAILGUN_DOMAIN') } = options;
  if (domain === undefined || !Object.hasOwn(origins, region))
    throw new ConfigurationError({
      message: "mailgun() needs the sending domain: set domain, or MAILGUN_DOMAIN. region is 'us' or 'eu'.",
    });
  const service = defineService({
    name: 'mailgun',
    baseUrl: options.baseUrl ?? settingFromEnv('MAILGUN_BASE_URL', 'baseUrl') ?? origins[region],
    dangerouslyAllowHttp: options.dangerouslyAllowHttp,
    auth: options.auth ?? basic({ user: 'api' }),
    credential: credentialFrom(options.apiKey, fromEnv('MAILGUN_API_KEY', 'EMAIL_API_KEY')),
    limits: mailgunLimits,
    limitGroups: mailgunLimitGroups,
    product,
    redact: redactAddresses,
  });
  const driver = httpDriver({
    service,
    operations: async () => (await import('./operations.ts')).operationsOf(domain),
    capabilities: capabilitiesFor(options.maxScheduleDays),
  });
  const steps = [
    'send.batch',
    'template.update',
    'suppression.check',
    'suppression.remove',
    'list.addMembers',
    'list.removeMembers',
  ] as const;
  return defineEmailDriver(
    withSteps(driver, steps, () => import('./steps.ts')),
    {
      batchKey,
      webhooks: {
        secrets: [
          credentialFrom(options.webhookSecret, fromEnv('MAILGUN_WEBHOOK_SECRET')),
          fromEnv('MAILGUN_WEBHOOK_SECRET_PREVIOUS'),
        ],
        load: () => import('./webhooks.ts'),
      },
    },
  );
}
