// Every operation of Amazon's SDK for JavaScript: the API v2, and the API of 2010 with its XML.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import type { Foreign } from './support/mailpit-clients.ts';
import { installSdk, runTable } from './support/operations.ts';
import { sesV1Rows } from './support/ses-v1-rows.ts';
import type { DataRow } from './support/ses-v2-account-rows.ts';
import { sesV2Rows } from './support/ses-v2-rows.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService({ strict: true });
});
afterAll(() => service.close());

/** Members that operations outside the table need in their paths. */
const anything = {
  ...{ JobId: 'a', PoolName: 'a', Ip: '127.0.0.1', ReportId: 'a', CampaignId: 'a', Domain: 'a.dev' },
  ...{ SubscribedDomain: 'a.dev', EndpointName: 'a', RuleSetName: 'a', RuleName: 'a', TenantName: 'a' },
  ...{ ReputationEntityType: 'RESOURCE', ReputationEntityReference: 'a', EmailAddress: 'a@b.dev' },
  ...{ StartDate: new Date(), EndDate: new Date() },
};

const leftOutOfV2 =
  /Dedicated|Deliverab|DomainStat|Tenant|Reputation(?!Options)|MultiRegion|Blacklist|port(Job|Jobs)$|Recommend|Metric|Certificate|AddressInsights/;
const leftOutOfV1 = /Receipt|SendBounce/;

async function runSdk(sdk: Foreign, name: string, version: string, rows: readonly DataRow[], out: RegExp) {
  const { url, apiKey } = service.services['ses'] ?? { url: '', apiKey: '' };
  const credentials = { accessKeyId: 'AKIASANDBOX', secretAccessKey: apiKey };
  const client = new sdk[name]({ endpoint: url, region: 'us-east-1', credentials, maxAttempts: 1 });
  const send = (operation: string, input: object) => () => client.send(new sdk[`${operation}Command`](input));
  const surface = Object.keys(sdk).flatMap((key) => /^([A-Z].+)Command$/.exec(key)?.[1] ?? []);
  return runTable({
    title: `${name} ${version}`,
    surface,
    rows: rows.map(([operation, input, answer]) => [operation, send(operation, input), answer]),
    leftOut: surface
      .filter((operation) => out.test(operation) && !rows.some(([each]) => each === operation))
      .map((operation) => [operation, send(operation, anything), undefined]),
  });
}

const v2 = await installSdk('@aws-sdk/client-sesv2', '3.1176.0');
const v1 = await installSdk('@aws-sdk/client-ses', '3.1169.0');

describe('the SDK of Amazon SES', () => {
  it.skipIf(v2 === undefined)('has an answer for every operation of the API v2', async () => {
    service.reset();
    expect(await runSdk(v2, 'SESv2Client', '3.1176.0', [...sesV2Rows, insights()], leftOutOfV2)).toEqual([]);
  });

  it.skipIf(v1 === undefined)('has an answer for every operation of the API of 2010', async () => {
    service.reset();
    expect(await runSdk(v1, 'SESClient', '3.1169.0', sesV1Rows, leftOutOfV1)).toEqual([]);
  });
});

/** Of the first mail of the table. */
function insights(): DataRow {
  const input = {
    get MessageId() {
      return service.mailbox.list()[0]?.id;
    },
  };
  const answer = {
    FromEmailAddress: 'ann@acme.dev',
    EmailTags: expect.any(Array),
    Insights: [{ Destination: expect.any(String) }],
  };
  return ['GetMessageInsights', input, answer];
}
