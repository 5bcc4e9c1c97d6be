// What the official SDKs have beside a single mail, with the sandbox as base URL and a key of their own.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  brevoTour,
  mailgunTour,
  postmarkTour,
  resendTour,
  sendgridTour,
  type Tour,
} from '../../bench/email/sdk-tours.ts';
import {
  elasticemailTour,
  mailersendTour,
  mailjetTour,
  plunkTour,
  sesTour,
} from '../../bench/email/sdk-tours-more.ts';
import { type MailService, startMailService } from '../../packages/sandbox/src/mail/service/service.ts';

const [bob, eve] = ['bob@example.com', 'eve@example.com'];

/** What each SDK reads back, and the mail that arrived: recipient, subject and text. */
const expected: Readonly<Record<string, readonly [Tour, read: object, mail: readonly string[]]>> = {
  resend: [
    resendTour,
    {
      batch: 2,
      message: ['Hi', [bob], 'delivered', [], []],
      cancelled: 'canceled',
      template: 'published',
      contact: [bob, 'Bob', 'Berg', false],
      lists: ['Beta'],
      members: [bob],
      suppressed: [eve, 'manual', 2],
    },
    [`${bob} Hi <p>Hi</p>`, `${eve} Hi <p>Hi</p>`, `${bob} Hello <p>Bob</p>`],
  ],
  sendgrid: [
    sendgridTour,
    { batch: 202, template: ['Welcome'], contact: [bob, 'Bob'], members: 1, suppressed: eve },
    [`${bob} Hi <p>Hi</p>`, `${eve} Hi <p>Hi</p>`, `${bob} Hello Bob <p>Bob</p>`],
  ],
  postmark: [
    postmarkTour,
    {
      batch: [
        [0, bob],
        [0, eve],
      ],
      message: ['Hi', [bob], 'Sent'],
      messages: [1, [eve]],
      template: 'Greeting',
      templates: 1,
      suppressed: ['Suppressed', [eve], [eve]],
      streams: ['inbound', 'outbound', 'broadcast', 'news'],
    },
    [`${bob} Hi <p>Hi</p>`, `${eve} Hi <p>Hi</p>`, `${bob} Hello Bob Bob`, `${bob} Hello Bob Bob`],
  ],
  brevo: [
    brevoTour,
    {
      batch: 2,
      message: [`delivered ${bob}`, `requests ${bob}`],
      messages: [[eve, 'Hi']],
      template: 'Welcome',
      templates: 1,
      contact: [bob, 'Bob', 1],
      members: [bob],
      list: 'Beta',
      suppressed: [eve],
    },
    [`${bob} Hi <p>Hi</p>`, `${eve} Hi <p>Hi</p>`, `${bob} Hello Bob <p>Hi</p>`],
  ],
  mailgun: [
    mailgunTour,
    {
      batch: 200,
      message: [`accepted ${bob}`, `delivered ${bob}`, `accepted ${eve}`, `delivered ${eve}`],
      template: 'welcome',
      templates: ['welcome'],
      list: 'Beta',
      members: [[bob, true]],
      suppressed: [eve, 1],
    },
    [`${bob} Hi Bob Hi`, `${eve} Hi Eve Hi`, `${bob} Hello <p>Bob</p>`],
  ],
  // The subject `Hi {{plan}}` without a plan ends with its space.
  plunk: [plunkTour, { batch: true, tracked: true }, [`${bob} Hi  <p>Hi</p>`, `${eve} Hi  <p>Hi</p>`]],
  elasticemail: [
    elasticemailTour,
    {
      message: [`Hi ${bob}`, 'Sent'],
      template: 'Hello',
      contact: 'Bob',
      list: 'Beta',
      contacts: [bob],
      suppressed: eve,
    },
    [`${bob} Hi ${bob} <p>Hi</p>`, `${eve} Hi ${eve} <p>Hi</p>`, `${bob} Hello <p>Bob</p>`],
  ],
  mailersend: [
    mailersendTour,
    {
      batch: [202, 'string'],
      message: 'delivered',
      scheduled: ['scheduled', 204],
      template: 'Welcome',
      suppressed: eve,
    },
    [`${bob} Hi <p>Hi</p>`, `${eve} Hi <p>Hi</p>`, `${bob} Hi <p>Hi</p>`, `${bob} Hi <p>Bob</p>`],
  ],
  mailjet: [
    mailjetTour,
    { batch: ['success', 'success'], messages: 3, template: 'Welcome', contact: bob, list: [['Beta', 1]] },
    [`${bob} Hi Hi`, `${eve} Hi Hi`, `${bob} Hello <p>Bob</p>`],
  ],
  ses: [
    sesTour,
    {
      batch: ['SUCCESS', 'SUCCESS'],
      template: 'Hello {{name}}',
      contact: [bob],
      suppressed: [eve, 'BOUNCE'],
      missing: 'NotFoundException',
      quota: 'number',
    },
    [`${bob} Hello you <p>you</p>`, `${eve} Hello you <p>you</p>`],
  ],
};

let service: MailService;

beforeEach(async () => {
  service = await startMailService();
});
afterEach(() => service.close());

describe('the official SDK: batch, templates, contacts, lists, suppressions and messages', () => {
  it.each(Object.entries(expected))('%s', async (name, [tour, read, mail]) => {
    const { origin } = new URL(service.apiUrl);
    expect(await tour(`${origin}/${name}`)).toEqual(read);
    const arrived = service.mailbox.list().map(({ envelope, parsed: { subject, html, text } }) => {
      return `${envelope.to.join()} ${subject} ${html ?? text}`;
    });
    expect(arrived).toEqual(mail);
  });
});
