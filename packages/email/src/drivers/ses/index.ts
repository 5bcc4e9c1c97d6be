import {
  ConfigurationError,
  type CredentialSource,
  defineService,
  type RawRequest,
  requestSigner,
  type ServiceResponse,
  settingFromEnv,
} from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { httpDriver, meantOption, wholeNumberOption } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver, redactAddresses, userAgentProduct } from '../../driver.ts';
import type { SesAccount } from './account.ts';
import type { AwsCredentialsInput } from './credentials.ts';
import { type SesCapabilities, sesBatchKey, sesCapabilities, sesLimits } from './limits.ts';

const sesNames: OptionNames<SesOptions> = {
  region: 0,
  credentials: 0,
  baseUrl: 0,
  dangerouslyAllowHttp: 0,
  maxSendRate: 0,
  configurationSet: 0,
  contactList: 0,
  topicArn: 0,
  confirmSubscriptions: 0,
};

export type { SesAccount } from './account.ts';
export type { AwsCredentialsInput } from './credentials.ts';
export type { SesCapabilities } from './limits.ts';
export type { SesMessageOptions } from './options.ts';
export type { AwsCredentials } from './sign.ts';

/** The region and the keys of an Amazon SES account. @public */
export interface SesOptions {
  /**
   * The AWS region with your verified identities: `eu-west-1`. It decides where the mail is processed.
   *
   * @defaultValue the environment's `AWS_REGION`, else `AWS_DEFAULT_REGION`
   */
  readonly region?: string | undefined;
  /**
   * The keys, or a function that returns the keys of the moment; it is called again before they end.
   *
   * @defaultValue the environment's `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`
   */
  readonly credentials?: AwsCredentialsInput | undefined;
  /**
   * The API's origin: of a VPC endpoint, of the FIPS or China hosts, or of a stand-in.
   *
   * @defaultValue the environment's `SES_BASE_URL` if that is on this machine, else
   * `https://email.<region>.amazonaws.com`
   */
  readonly baseUrl?: string | undefined;
  /** Allows plain `http` to another machine, for a stand-in in a private network. @defaultValue false */
  readonly dangerouslyAllowHttp?: boolean | undefined;
  /**
   * The account's sending rate, in recipients a second: `MaxSendRate` of the SES console.
   *
   * @defaultValue 1000 requests a minute
   */
  readonly maxSendRate?: number | undefined;
  /** The configuration set of messages without their own. */
  readonly configurationSet?: string | undefined;
  /** The contact list of `contacts`, `lists` (its topics) and of messages with a `stream`. */
  readonly contactList?: string | undefined;
  /**
   * The SNS topics whose webhooks are yours: `arn:aws:sns:eu-west-1:123456789012:mail`. Every AWS customer
   * can sign SNS messages, so those of other topics are refused.
   *
   * @defaultValue the environment's `SES_TOPIC_ARN`; without it, all webhooks are refused
   */
  readonly topicArn?: string | readonly string[] | undefined;
  /**
   * Confirms the subscription of your webhook's address to one of the topics in `topicArn`, when SNS asks for
   * it.
   *
   * @defaultValue false
   */
  readonly confirmSubscriptions?: boolean | undefined;
}

/**
 * Sends through the API v2 of Amazon SES (API model of October 2026, and the SES Developer Guide), with
 * templates, contacts, topics, suppressions and message insights.
 *
 * Delivery: at most once. SES has no idempotency keys, so a send without a response is not repeated, and its
 * outcome is `unknown`.
 *
 * A mail is `accepted` before SES fills in its template: a missing variable is an event of the type `failed`.
 * @public
 *
 * @example
 * // The keys come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
 * const email = createEmailClient({ driver: ses({ region: 'eu-west-1', maxSendRate: 14 }) });
 */
export function ses(options: SesOptions = {}): EmailDriver<SesCapabilities> {
  refuseUnknown(options, sesNames, 'ses()', meantOption);
  const { credentials, contactList, configurationSet, topicArn, confirmSubscriptions } = options;
  const { maxSendRate: rate } = options;
  const maxSendRate = rate === undefined ? undefined : wholeNumberOption('maxSendRate', rate, undefined, 1);
  const region = options.region ?? settingFromEnv('AWS_REGION') ?? settingFromEnv('AWS_DEFAULT_REGION');
  const baseUrl = options.baseUrl ?? settingFromEnv('SES_BASE_URL', 'baseUrl') ?? hostOf(region);
  const driver = httpDriver({
    service: defineService({
      name: 'ses',
      baseUrl,
      dangerouslyAllowHttp: options.dangerouslyAllowHttp,
      auth: requestSigner(
        async (target, keys) => {
          await (await import('./credentials.ts')).signWithKeys(target, keys, region);
        },
        { headerNames: ['authorization', 'x-amz-date', 'x-amz-security-token'] },
      ),
      credential: sourceOf(credentials),
      credentialOption: 'credentials',
      ...sesLimits(maxSendRate),
      product: userAgentProduct,
      redact: redactAddresses,
      requestIdHeaders: ['x-amzn-requestid'],
    }),
    operations: async () => {
      const { createOperations } = await import('./operations.ts');
      return createOperations({ contactList, configurationSet, maxSendRate });
    },
    capabilities: { ...sesCapabilities, batch: Math.min(sesCapabilities.batch, maxSendRate ?? Infinity) },
  });
  return defineEmailDriver(driver, {
    batchKey: sesBatchKey,
    webhooks: {
      secrets: [],
      load: async () => {
        const { createWebhookScheme } = await import('./sns/webhooks.ts');
        const topics = [topicArn ?? settingFromEnv('SES_TOPIC_ARN') ?? []].flat();
        return { webhookScheme: createWebhookScheme({ topics, confirmSubscriptions, baseUrl }) };
      },
    },
  });
}

function sourceOf(input: AwsCredentialsInput | undefined): CredentialSource {
  const description = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  return {
    description: input === undefined ? description : 'the option `credentials`',
    load: async (context) => (await import('./credentials.ts')).loadKeys(input, context),
  };
}

/** What a client of this driver offers: `request`. */
/**
 * The sending quota and the state of the account in the driver's region. @public
 *
 * @example
 * const { maxSendRate } = await getSesAccount(createEmailClient({ driver: ses() }));
 */
export async function getSesAccount(email: {
  request(request: RawRequest): Promise<ServiceResponse>;
}): Promise<SesAccount> {
  const [{ readAccount }, response] = await Promise.all([
    import('./account.ts'),
    email.request({ method: 'GET', path: '/v2/email/account' }),
  ]);
  return readAccount(response);
}

/** A program may be built without its environment: the first call reports a missing region. */
function hostOf(region: string | undefined): string {
  if (region !== undefined && !/^[a-z0-9-]{1,40}$/.test(region))
    throw new ConfigurationError({ message: 'ses(): region must be the id of an AWS region: eu-west-1.' });
  const domain = region?.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://email.${region ?? 'region-is-missing'}.${domain}`;
}
