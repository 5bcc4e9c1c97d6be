// A success that holds refusals: each service tells them in its own way, and its driver finds them.

import { createEmailClient, type EmailDriver, type OrgError } from '@org/email';
import { azure } from '@org/email/azure';
import { cloudflare } from '@org/email/cloudflare';
import { mandrill } from '@org/email/mandrill';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

const service: MailService = await startMailService({ verifiedDomains: ['acme.dev'] });
beforeEach(() => service.reset());
afterAll(() => service.close());

const [ann, bob, gone, bounce] = [
  'ann@acme.dev',
  'bob@example.com',
  'gone@example.com',
  'bounce@example.com',
];
const suppress = (email: string) => postMail(service, 'resend', '/suppressions', { email });
const accessOf = (name: string) => {
  const { url: baseUrl = '', apiKey = '' } = service.services[name] ?? {};
  return { baseUrl, apiKey };
};

/** What the driver says of each recipient of one mail, or of the mail. */
async function outcomesOf(driver: EmailDriver, [to = '', ...cc]: readonly string[]) {
  await using email = createEmailClient({ driver, limiter: false });
  try {
    const { outcomes } = await email.send({ from: ann, to, cc, subject: 'Hi', text: 'Hi' });
    return outcomes.map(({ recipient, status, error }) => [recipient, error?.code ?? status]);
  } catch (error) {
    return (error as OrgError).code;
  }
}

it('Mandrill has an answer for each recipient, by the reason', async () => {
  await suppress(gone);
  const message = { from_email: ann, subject: 'Hi', text: 'Hi', preserve_recipients: true };
  const to = [{ email: bob }, { email: gone }, { email: 'nobody' }];
  const body = { key: 'any', message: { ...message, to } };
  expect(await postMail(service, 'mandrill', '/messages/send', body)).toMatchObject([
    200,
    [
      { email: bob, status: 'sent', reject_reason: null },
      { email: gone, status: 'rejected', reject_reason: 'custom' },
      { email: 'nobody', status: 'invalid' },
    ],
  ]);
  const unsigned = { ...message, from_email: 'ann@elsewhere.dev', to };
  expect(
    await postMail(service, 'mandrill', '/messages/send', { key: 'any', message: unsigned }),
  ).toMatchObject([200, to.map(({ email }) => ({ email, status: 'rejected', reject_reason: 'unsigned' }))]);
  expect(service.mailbox.list().flatMap(({ envelope }) => envelope.to)).toEqual([bob]);
  expect(await postMail(service, 'mandrill', '/messages/send', { message })).toMatchObject([
    401,
    { status: 'error', code: 401, name: 'Invalid_Key', message: 'Invalid API key' },
  ]);
  expect(await outcomesOf(mandrill(accessOf('mandrill')), [bob, gone])).toEqual([
    [bob, 'accepted'],
    [gone, 'recipient-suppressed'],
  ]);
});

it('Mandrill without visible recipients sends a mail to each', async () => {
  const message = { from_email: ann, subject: 'Hi', text: 'Hi', to: [{ email: bob }, { email: gone }] };
  await postMail(service, 'mandrill', '/messages/send', { key: 'any', message });
  expect(service.mailbox.list().map(({ envelope }) => envelope.to)).toEqual([[bob], [gone]]);
});

it('SparkPost counts the recipients without an address', async () => {
  const content = { from: ann, subject: 'Hi {{name}}', text: 'Hi' };
  const recipients = [
    { address: { email: bob }, substitution_data: { name: 'Bob' } },
    { address: { email: 'nobody' } },
  ];
  expect(await postMail(service, 'sparkpost', '/transmissions', { recipients, content })).toMatchObject([
    200,
    {
      errors: [{ code: '2000' }],
      results: {
        total_accepted_recipients: 1,
        total_rejected_recipients: 1,
        rcpt_to_errors: [{ code: '1400' }],
      },
    },
  ]);
  expect(service.mailbox.list().map(({ parsed }) => parsed.subject)).toEqual(['Hi Bob']);
});

it('Cloudflare groups the addresses, and refuses a mail with a suppressed one', async () => {
  const driver = cloudflare({ ...accessOf('cloudflare'), accountId: 'a1' });
  expect(await outcomesOf(driver, [bob, bounce])).toEqual([
    [bob, 'accepted'],
    [bounce, 'recipient-rejected'],
  ]);
  await suppress(gone);
  expect(await outcomesOf(driver, [bob, gone])).toBe('bad-request');
});

it('Azure tells the failure of an accepted mail when it is asked again', async () => {
  await suppress(gone);
  const { apiKey, baseUrl } = accessOf('azure');
  const driver = azure({ apiKey: btoa(apiKey), baseUrl, waitForResult: true });
  expect(await outcomesOf(driver, [gone])).toBe('recipient-suppressed');
  expect(await outcomesOf(driver, [bounce])).toBe('recipient-rejected');
  expect(await outcomesOf(driver, [bob, gone])).toEqual([
    [bob, 'accepted'],
    [gone, 'accepted'],
  ]);
});

it('Scaleway accepts a mail for a blocked address, and tells later that it failed', async () => {
  await suppress(gone);
  const path = '/transactional-email/v1alpha1/regions/fr-par/emails';
  const mail = { project_id: 'p-1', from: { email: ann }, to: [{ email: gone }], subject: 'Hi', text: 'Hi' };
  const [, sent] = await postMail(service, 'scaleway', path, mail);
  const [{ id, status }] = (sent as { readonly emails: [{ id: string; status: string }] }).emails;
  expect(status).toBe('new');
  expect(await postMail(service, 'scaleway', `${path}/${id}`, undefined, 'GET')).toMatchObject([
    200,
    { id, mail_rcpt: gone, rcpt_type: 'to', status: 'failed' },
  ]);
});
