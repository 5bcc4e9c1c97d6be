import {
  ConfigurationError,
  type CredentialSource,
  defineService,
  requestSigner,
  settingFromEnv,
} from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption, wholeNumberOption } from '@org/core/driver';
import { redactAddresses, userAgentProduct } from '../../driver.ts';
import type { AwsCredentialsInput } from './credentials.ts';
import { sesCapabilities, sesLimits } from './limits.ts';

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

/** The service, and what its operations and its webhooks need of the options. */
export function sesService(options: SesOptions) {
  refuseUnknown(options, sesNames, 'ses()', meantOption);
  const { contactList, configurationSet, topicArn, confirmSubscriptions } = options;
  const { maxSendRate: rate } = options;
  const maxSendRate = rate === undefined ? undefined : wholeNumberOption('maxSendRate', rate, undefined, 1);
  const region = options.region ?? settingFromEnv('AWS_REGION') ?? settingFromEnv('AWS_DEFAULT_REGION');
  const baseUrl = options.baseUrl ?? settingFromEnv('SES_BASE_URL', 'baseUrl') ?? hostOf(region);
  const service = defineService({
    name: 'ses',
    baseUrl,
    dangerouslyAllowHttp: options.dangerouslyAllowHttp,
    auth: requestSigner(
      async (target, keys) => {
        await (await import('./credentials.ts')).signWithKeys(target, keys, region);
      },
      { headerNames: ['authorization', 'x-amz-date', 'x-amz-security-token'] },
    ),
    credential: sourceOf(options.credentials),
    credentialOption: 'credentials',
    ...sesLimits(maxSendRate),
    product: userAgentProduct,
    redact: redactAddresses,
    requestIdHeaders: ['x-amzn-requestid'],
  });
  return {
    service,
    settings: { contactList, configurationSet, maxSendRate },
    capabilities: { ...sesCapabilities, batch: Math.min(sesCapabilities.batch, maxSendRate ?? Infinity) },
    /** Read with the first webhook: the environment may not be there before. */
    webhookSettings: () => ({
      topics: [topicArn ?? settingFromEnv('SES_TOPIC_ARN') ?? []].flat(),
      confirmSubscriptions,
      baseUrl,
    }),
  };
}

function sourceOf(input: AwsCredentialsInput | undefined): CredentialSource {
  const description = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  return {
    description: input === undefined ? description : 'the option `credentials`',
    load: async (context) => (await import('./credentials.ts')).loadKeys(input, context),
  };
}

/** A program may be built without its environment: the first call reports a missing region. */
function hostOf(region: string | undefined): string {
  if (region !== undefined && !/^[a-z0-9-]{1,40}$/.test(region))
    throw new ConfigurationError({ message: 'ses(): region must be the id of an AWS region: eu-west-1.' });
  const domain = region?.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://email.${region ?? 'region-is-missing'}.${domain}`;
}
