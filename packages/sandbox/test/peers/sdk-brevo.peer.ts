// Every operation of Brevo's SDK for JavaScript that concerns mail.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { deliverArrived } from './support/arrived-mail.ts';
import { brevoRows } from './support/brevo-rows.ts';
import type { Foreign } from './support/mailpit-clients.ts';
import { installSdk, runTable } from './support/operations.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService({ strict: true });
});
afterAll(() => service.close());

const version = '6.0.3';
const sdk = await installSdk('@getbrevo/brevo', version);

/** Of other products of Brevo. */
const isUnrelated = new RegExp(
  '^(?:masterAccount|user|externalFeeds|customObjects|consentGroups|conversations|ecommerce|' +
    'coupons|payments|balance|' +
    'program|reward|tier|wallet|smsCampaigns|smsTemplates|transactionalSms|whatsAppCampaigns|' +
    'transactionalWhatsApp|' +
    'companies|deals|files|notes|tasks)\\.',
);
const isLeftOut = new RegExp(
  '^(?:emailCampaigns|event)\\.|^inboundParsing\\.getInboundEmailEvents|' +
    '^account\\.getAccountActivity$|^senders\\.getIps|' +
    '^contacts\\.(?:createDoiContact|requestContactExport)$|^webhooks\\.exportWebhooksHistory$',
);

/** The resources of the client are getters of its class. */
const surfaceOf = (client: Foreign): readonly string[] =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(client)).flatMap((name) => {
    const resource = client[name];
    if (typeof resource !== 'object' || resource === null) return [];
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(resource));
    return methods
      .filter((each) => each !== 'constructor' && !each.startsWith('_'))
      .map((each) => `${name}.${each}`);
  });

const anything = {
  ...{
    campaignId: 1,
    senderId: 1,
    uuid: 'a',
    email: 'a@b.dev',
    templateId: 1,
    emailTo: ['a@b.dev'],
  },
  ...{
    events: [],
    includeListIds: [1],
    redirectionUrl: 'https://a.dev',
    identifiers: {},
    event_name: 'a',
    name: 'a',
  },
};

describe.skipIf(sdk === undefined)(`@getbrevo/brevo ${version}`, () => {
  it('has an answer for every operation', async () => {
    const { url, apiKey } = service.services['brevo'] ?? { url: '', apiKey: '' };
    const client: Foreign = new sdk.BrevoClient({ apiKey, baseUrl: url, maxRetries: 0 });
    await deliverArrived(service);
    const surface = surfaceOf(client);
    const failures = await runTable({
      title: `@getbrevo/brevo ${version}`,
      surface,
      rows: brevoRows(client),
      leftOut: surface
        .filter((name) => isLeftOut.test(name))
        .map((name) => {
          const [resource = '', method = ''] = name.split('.');
          return [name, () => client[resource][method](anything), undefined];
        }),
      unrelated: surface.filter((name) => isUnrelated.test(name)),
    });
    expect(failures).toEqual([]);
  });
});
