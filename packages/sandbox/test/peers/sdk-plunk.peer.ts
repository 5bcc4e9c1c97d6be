// Every operation of the official SDK of Plunk, against the door.
import { describe, expect } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import { installMailSdk } from './support/mail-sdks.ts';
import { describeSdk } from './support/sdk-table.ts';

const sdk = await obtain("Plunk's SDK", () => installMailSdk('@plunk/node'));

const mail = { to: 'bob@example.com', from: 'ann@acme.dev', subject: 'Hi', body: '<p>Hi</p>' };

describe.skipIf(sdk === undefined)('SDK', () => {
  describeSdk('@plunk/node 3.0.3', {
    door: 'plunk',
    create: ({ url, apiKey }) => new sdk.default(apiKey, { baseUrl: `${url}/v1/` }),
    operations: (client) =>
      ['events', 'emails'].flatMap((part) => Object.keys(client[part]).map((name) => `${part}.${name}`)),
    rows: {
      'emails.send': async ({ emails }, { mailbox }) => {
        const sent = { contact: { email: 'bob@example.com' } };
        const answer = await emails.send(mail);
        expect(answer).toMatchObject({ success: true, data: { emails: [sent] } });
        expect(mailbox.list()).toMatchObject([{ parsed: { subject: 'Hi', html: '<p>Hi</p>' } }]);
        await expect(emails.send({ ...mail, to: 'nobody' })).rejects.toThrow();
      },
      'events.track': async ({ events }, service) => {
        const email = 'bob@example.com';
        const answer = await events.track({ event: 'paid', email, data: { plan: 'pro' } });
        expect(answer).toMatchObject({ success: true, data: { event: expect.any(String) } });
        const { contacts } = service.save().tables;
        expect(contacts).toMatchObject([{ email, fields: { plan: 'pro' } }]);
      },
    },
  });
});
