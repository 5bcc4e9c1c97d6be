// Every operation of Amazon's SDKs for JavaScript and Python: the API v2, and the API of 2010 with its XML.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import type { Foreign } from './support/mailpit-clients.ts';
import { installSdk, runTable } from './support/operations.ts';
import { installPythonSdk, startPythonSdk } from './support/python-sdk.ts';
import { sesV1Rows } from './support/ses-v1-rows.ts';
import type { DataRow } from './support/ses-v2-account-rows.ts';
import { sesV2Rows } from './support/ses-v2-rows.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService({ strict: true });
});
beforeEach(() => service.reset());
afterAll(() => service.close());

/** Members that operations outside the table need. */
const anything = {
  ...{ JobId: 'a', PoolName: 'a', Ip: '127.0.0.1', ReportId: 'a', CampaignId: 'a', Domain: 'a.dev' },
  ...{ SubscribedDomain: 'a.dev', EndpointName: 'a', RuleSetName: 'a', RuleName: 'a', TenantName: 'a' },
  ...{ ReputationEntityType: 'RESOURCE', ReputationEntityReference: 'a', EmailAddress: 'a@b.dev' },
  ...{ StartDate: new Date(), EndDate: new Date() },
};

const leftOutOfV2 = new RegExp(
  'Dedicated|Deliverab|DomainStat|Tenant|Reputation(?!Options)|MultiRegion|Blacklist|port(Job|Jobs)$|' +
    'Recommend|Metric|Certificate|AddressInsights',
);
const leftOutOfV1 = /Receipt|SendBounce/;

type Send = (operation: string, input: object) => Promise<Foreign>;

interface Version {
  readonly rows: readonly DataRow[];
  readonly leftOut: RegExp;
}

const versions: Readonly<Record<'ses' | 'sesv2', () => Version>> = {
  ses: () => ({ rows: sesV1Rows, leftOut: leftOutOfV1 }),
  sesv2: () => ({ rows: [...sesV2Rows, insights()], leftOut: leftOutOfV2 }),
};

/** boto3 checks its inputs: the operations that are left out are not called. */
function runRows(
  title: string,
  whole: readonly string[],
  { rows, leftOut }: Version,
  send: Send,
  isChecked = false,
) {
  const surface = isChecked ? whole.filter((operation) => !leftOut.test(operation)) : whole;
  return runTable({
    title,
    surface,
    rows: rows.map(([operation, input, answer]) => [operation, () => send(operation, input), answer]),
    leftOut: surface
      .filter((operation) => leftOut.test(operation) && !rows.some(([each]) => each === operation))
      .map((operation) => [operation, () => send(operation, anything), undefined]),
  });
}

/** Of the newest mail, when it is called. */
function insights(): DataRow {
  const input = {
    get MessageId() {
      return service.mailbox.list()[0]?.id;
    },
  };
  const seen = { Destination: expect.any(String) };
  return [
    'GetMessageInsights',
    input,
    { FromEmailAddress: 'ann@acme.dev', EmailTags: expect.any(Array), Insights: [seen] },
  ];
}

const javascript = [
  ['sesv2', '@aws-sdk/client-sesv2', '3.1176.0', 'SESv2Client'],
  ['ses', '@aws-sdk/client-ses', '3.1169.0', 'SESClient'],
] as const;

for (const [name, sdkName, version, clientName] of javascript) {
  const sdk = await installSdk(sdkName, version);
  describe.skipIf(sdk === undefined)(`${sdkName} ${version}`, () => {
    it('has an answer for every operation', async () => {
      const { url, apiKey } = service.services['ses'] ?? { url: '', apiKey: '' };
      const credentials = { accessKeyId: 'AKIASANDBOX', secretAccessKey: apiKey };
      const settings = { endpoint: url, region: 'us-east-1', credentials, maxAttempts: 1 };
      const client = new sdk[clientName](settings);
      const surface = Object.keys(sdk).flatMap((key) => /^([A-Z].+)Command$/.exec(key)?.[1] ?? []);
      const send: Send = (operation, input) => client.send(new sdk[`${operation}Command`](input));
      expect(await runRows(sdkName, surface, versions[name](), send)).toEqual([]);
    });
  });
}

const requirement = 'boto3==1.44.8';
const boto3 = await installPythonSdk(requirement);

/** Bytes as the script reads them. */
const toJson = (input: object): object =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      if (value instanceof Uint8Array) return [name, { base64: Buffer.from(value).toString('base64') }];
      const isInner = typeof value === 'object' && value !== null && !Array.isArray(value);
      return [name, isInner && !(value instanceof Date) ? toJson(value) : value];
    }),
  );

describe.skipIf(boto3 === undefined)(requirement, () => {
  it.each(['sesv2', 'ses'] as const)('has an answer for every operation of %s', async (name) => {
    const { url, apiKey } = service.services['ses'] ?? { url: '', apiKey: '' };
    const python = startPythonSdk(boto3 as NonNullable<typeof boto3>, 'call_boto3.py', [url, apiKey]);
    try {
      const call = (operation: string, input: object) =>
        python.call({ service: name, operation, input: toJson(input) });
      const surface: readonly string[] = await call('', {});
      const { rows, leftOut } = versions[name]();
      const known = { rows: rows.filter(([operation]) => surface.includes(operation)), leftOut };
      expect(await runRows(`${requirement} ${name}`, surface, known, call, true)).toEqual([]);
    } finally {
      await python.close();
    }
  });
});
