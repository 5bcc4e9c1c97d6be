import type { ses } from '@org/email/ses';
import { type Harness, unlimited } from '../support/harness.ts';

export const topicArn = 'arn:aws:sns:eu-west-1:123456789012:mail';
export const certificateUrl = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-test.pem';

/** The keys of the stand-in. */
export const keys = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};

/** The key of the topic with its certificate, and another key. */
interface SnsKeys {
  readonly pem: string;
  readonly certificate: string;
  readonly wrongPem: string;
}

/** What the contract suite needs of the driver, of either entry. */
export const harness: Harness<typeof ses, SnsKeys> = (ses, { url: baseUrl, pem, certificate, wrongPem }) => {
  const common = { region: 'eu-west-1', contactList: 'audience', topicArn, baseUrl };
  return {
    driver: unlimited(ses({ ...common, credentials: keys })),
    driverWithWrongCredential: unlimited(
      ses({ ...common, credentials: { ...keys, secretAccessKey: 'somebody-else' } }),
    ),
    runtime: {
      fetch: async (url, init) =>
        `${url}` === certificateUrl ? new Response(certificate) : fetch(url, init),
    },
    webhook: {
      payload: {
        eventType: 'Delivery',
        mail: { timestamp: '2026-11-22T11:59:00Z', messageId: '0100-1', destination: ['bob@example.com'] },
        delivery: { timestamp: '2026-11-22T11:59:02Z', recipients: ['bob@example.com'] },
      },
      secret: pem,
      wrongSecret: wrongPem,
      event: { type: 'delivered', messageId: '0100-1', recipient: 'bob@example.com' },
    },
  };
};
