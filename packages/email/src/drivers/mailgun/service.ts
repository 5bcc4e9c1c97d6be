import { basicAuth, ConfigurationError, type ServiceDefinition, settingFromEnv } from '@org/core';
import {
  type HttpEmailOptions,
  httpEmailService,
  refuseUnknownOptions,
  type WebhookSecretOptions,
} from '../../driver.ts';
import { mailgunLimitGroups, mailgunLimits } from './limits.ts';

/** The key, the domain and the region of Mailgun. @public */
export interface MailgunOptions extends HttpEmailOptions, WebhookSecretOptions {
  /** The sending domain: `mg.acme.dev`. @defaultValue the environment's `MAILGUN_DOMAIN` */
  readonly domain?: string | undefined;
  /** Where the domain is: another region does not know it. @defaultValue 'us' */
  readonly region?: 'us' | 'eu' | undefined;
  /** How far ahead the plan stores scheduled messages: 3 days, or up to 7. @defaultValue 3 */
  readonly maxScheduleDays?: number | undefined;
}

const origins = { us: 'https://api.mailgun.net', eu: 'https://api.eu.mailgun.net' };

/** @throws ConfigurationError without a domain */
export function mailgunService(options: MailgunOptions): {
  readonly domain: string;
  readonly service: ServiceDefinition;
} {
  refuseUnknownOptions('mailgun', options, { domain: 0, region: 0, maxScheduleDays: 0, webhookSecret: 0 });
  const { region = 'us', domain = settingFromEnv('MAILGUN_DOMAIN') } = options;
  const definition = {
    name: 'mailgun',
    baseUrl: origins[region],
    auth: basicAuth({ user: 'api' }),
    limits: mailgunLimits,
    limitGroups: mailgunLimitGroups,
  };
  const service = httpEmailService(definition, options);
  if (!Object.hasOwn(origins, region))
    throw new ConfigurationError({ message: "mailgun(): region must be 'us' or 'eu'." });
  if (domain === undefined)
    throw new ConfigurationError({
      message: 'mailgun() needs the sending domain: set domain, or MAILGUN_DOMAIN.',
    });
  if (typeof domain !== 'string' || /[/:@\s]/.test(domain))
    throw new ConfigurationError({ message: "mailgun(): domain must be a domain alone: 'mg.acme.dev'." });
  return { domain, service };
}
