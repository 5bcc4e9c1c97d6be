// Every operation of Mailgun's SDK for JavaScript.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { mailgunRows } from './support/mailgun-rows.ts';
import type { Foreign } from './support/mailpit-clients.ts';
import { installSdk, runTable } from './support/operations.ts';
import { surfaceOf } from './support/surface.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService({ strict: true });
});
afterAll(() => service.close());

const version = '14.0.1';
const sdk = await installSdk('mailgun.js', version);

const isHelper = new RegExp(
  '^request\\.|attachmentsHandler|\\.logger\\.|\\.(?:parse|prepare|convert|handle|check|' +
    'validateQuery|getModel|isValidIp|' +
    'updateUrlAndQuery|requestListWithPages)|suppressions\\.create(?:WhiteList|Unsubscribe)$',
);

const isLeftOut = new RegExp(
  '^(?:ips|ip_pools|validate|subaccounts|inboxPlacements|metrics|bounceClassification|' +
    'dkimManagement|customMessageLimit)\\.|' +
    '^accountManagement\\.(?!getWebhookSigningKey)|^domains\\.(?:getIps|assignIp|deleteIp|' +
    'linkIpPool|unlinkIpPoll)$|' +
    '^domains\\.domainTracking\\.(?:get|generate|regenerate)$|domainTags\\.(?:countries|providers|' +
    'devices)$|' +
    '^lists\\.(?:validate|validationResult|cancelValidation)$',
);

/** Arguments that the SDK takes for any operation. */
const anythingOf = (name: string): readonly unknown[] => {
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (/multipleValidation\.create$/.test(name)) return ['a', { file: { data: 'a', filename: 'a' } }];
  if (/updateAccountSettings|updateAccountFeature/.test(name)) return [{}];
  if (/updateSubaccountFeature|ip_pools\.destroy|seedsLists\.update/.test(name)) return ['a', {}];
  if (/results\.sharing\.update/.test(name)) return ['a', { enabled: true }];
  if (/removeIpFromDomainPool/.test(name)) return ['a', '127.0.0.1', '127.0.0.2'];
  if (/subaccounts\.create/.test(name)) return ['a'];
  return ['list', 'create', 'runTest', 'getAccount', 'getAccountUsage'].includes(last)
    ? [{}]
    : ['a', 'b', {}];
};

describe.skipIf(sdk === undefined)(`mailgun.js ${version}`, () => {
  it('has an answer for every operation', async () => {
    const { url, apiKey } = service.services['mailgun'] ?? { url: '', apiKey: '' };
    const quiet = { warn: () => {} };
    const Mailgun = sdk.default ?? sdk;
    const client: Foreign = new Mailgun(FormData).client({
      username: 'api',
      key: apiKey,
      url,
      ...{ logger: quiet },
    });
    const surface = surfaceOf(client, isHelper);
    const methodOf = (name: string) =>
      name.split('.').reduce((value: Foreign, part) => ({ own: value.own[part], of: value.own }), {
        own: client,
        of: client,
      });
    const failures = await runTable({
      title: `mailgun.js ${version}`,
      surface,
      rows: mailgunRows(client),
      leftOut: surface
        .filter((name) => isLeftOut.test(name))
        .map((name) => {
          const { own, of } = methodOf(name);
          return [name, () => own.apply(of, anythingOf(name)), undefined];
        }),
      // It goes to hosts of Mailgun alone.
      unrelated: ['messages.clearMessagesQueue'],
    });
    expect(failures).toEqual([]);
  });
});
