import type { EmailDriver } from '@org/email';
import { azure } from '@org/email/azure';
import { brevo } from '@org/email/brevo';
import { cloudflare } from '@org/email/cloudflare';
import { elasticemail } from '@org/email/elasticemail';
import { loops } from '@org/email/loops';
import { mailersend } from '@org/email/mailersend';
import { mailgun } from '@org/email/mailgun';
import { mailjet } from '@org/email/mailjet';
import { mailtrap } from '@org/email/mailtrap';
import { mandrill } from '@org/email/mandrill';
import { postmark } from '@org/email/postmark';
import { resend } from '@org/email/resend';
import { scaleway } from '@org/email/scaleway';
import { sendgrid } from '@org/email/sendgrid';
import { ses } from '@org/email/ses';
import { sparkpost } from '@org/email/sparkpost';
import type { EmailDriverHarness } from '@org/email/testing';
import { zeptomail } from '@org/email/zeptomail';
import { needs } from '../../../email/test/brevo/needs.ts';
import { sentWebhook } from '../../../email/test/mailersend/vector.ts';
import { makeKeys } from '../../../email/test/sendgrid/keys.ts';

import { certificateUrl, createSigner, topicArn } from '../../../email/test/ses/sns-sender.ts';
import type { MailSeed } from '../../src/mail/service/seed.ts';

const signer = createSigner();
const keys = await makeKeys();

interface Credentials {
  readonly apiKey: string;
  readonly baseUrl: string;
}

export interface DriverEntry extends Partial<EmailDriverHarness> {
  readonly create: (credentials: Credentials) => EmailDriver;
  /** Creates the custom field that contacts of the suite have. */
  readonly prepare?: (credentials: Credentials) => Promise<unknown>;
  /** Of a service that sends templates alone. */
  readonly seed?: MailSeed;
}

/** The template `stored`, whose sender, subject and content are variables. */
export const stored: MailSeed = {
  templates: [{ name: 'stored', subject: '{{subject}}', html: '{{{html}}}', text: '{{text}}' }],
};

/** A message in the form that a service takes: of Loops, the template {@link stored}. */
export function messageFor<Message extends { readonly to: string }>(name: string, message: Message): Message {
  const { to, ...variables } = message;
  const filled: unknown = { to, template: { id: 'stored', variables } };
  return name === 'loops' ? (filled as Message) : message;
}

/** One entry for each driver with an HTTP API: how to create it, and what its suite needs. */
export const drivers: Readonly<Record<string, DriverEntry>> = {
  resend: {
    create: (options) => resend({ ...options, webhookSecret: 'whsec_c2VjcmV0' }),
    placeholder: (name) => `{{{${name}}}}`,
    webhook: {
      payload: {
        type: 'email.delivered',
        created_at: '2023-11-22T23:41:12.126Z',
        data: { email_id: '56761188', to: ['bob@example.com'] },
      },
      event: { type: 'delivered', messageId: '56761188', recipient: 'bob@example.com' },
      wrongSecret: 'whsec_b3RoZXI=',
    },
  },
  brevo: {
    create: (options) => brevo({ ...options, webhookSecret: 'hook-secret' }),
    prepare: ({ baseUrl, apiKey }) =>
      fetch(`${baseUrl}/contacts/attributes/normal/PLAN`, {
        method: 'POST',
        headers: { 'api-key': apiKey },
        body: '{"type":"text"}',
      }),
    ...needs,
  },
  elasticemail: {
    create: (options) => elasticemail({ ...options, webhookSecret: 'chosen-by-us' }),
    placeholder: (name) => `{${name}}`,
    contactSubscription: false,
    webhook: {
      payload: { status: 'Opened', messageid: 'msg1', to: 'bob@example.com', date: '1/2/2030 03:04:05 AM' },
      event: {
        type: 'opened',
        messageId: 'msg1',
        recipient: 'bob@example.com',
        timestamp: new Date('2030-01-02T03:04:05Z'),
      },
    },
  },
  mailersend: {
    create: (options) => mailersend({ ...options, domainId: 'z3m5jgr', webhookSecret: 'hook-secret' }),
    webhook: {
      payload: sentWebhook,
      event: {
        type: 'sent',
        id: '631a6250bd4f6bd6844a2307',
        messageId: '631a6250bd4f6bd6844a2307',
        recipient: 'test@test.com',
      },
    },
  },
  mailgun: {
    create: (options) => mailgun({ ...options, domain: 'mg.acme.dev', webhookSecret: 'key-test-signing' }),
    list: (name) => ({
      name,
      providerOptions: { mailgun: { address: `${name.toLowerCase()}@mg.acme.dev` } },
    }),
    webhook: {
      payload: {
        event: 'delivered',
        id: 'CPgfbmQMTCKtHW6uIWtuVe',
        timestamp: 1_521_472_262.908181,
        recipient: 'bob@example.com',
        message: { headers: { 'message-id': '20130503182626.18666.16540@mg.acme.dev' } },
      },
      event: {
        type: 'delivered',
        recipient: 'bob@example.com',
        messageId: '20130503182626.18666.16540@mg.acme.dev',
      },
    },
  },
  mailjet: {
    create: (options) => mailjet({ ...options, secretKey: 'mj-sandbox-secret-key', webhookSecret: 'token' }),
    prepare: ({ baseUrl, apiKey }) =>
      fetch(`${baseUrl}/v3/REST/contactmetadata`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${apiKey}:mj-sandbox-secret-key`)}` },
        body: '{"Name":"plan","Datatype":"str"}',
      }),
    placeholder: (name) => `{{var:${name}}}`,
    contactField: 'plan',
    webhook: {
      payload: {
        event: 'sent',
        time: 1_433_333_949,
        MessageID: 17_421_777,
        email: 'api@mailjet.com',
        mj_message_id: '17421777',
      },
      event: { type: 'delivered', messageId: '17421777', recipient: 'api@mailjet.com' },
    },
  },
  mailtrap: {
    create: (options) => mailtrap({ ...options, webhookSecret: 'hook-secret' }),
    webhook: {
      payload: {
        events: [
          {
            event: 'delivery',
            timestamp: 1_893_553_445,
            message_id: '1df37d17-0286-4d8b-8edf-bc4ec5be86e6',
            email: 'bob@example.com',
            event_id: 'bede7236-2284-43d6-a953-1fdcafd0fdbc',
          },
        ],
      },
      event: { type: 'delivered', id: 'bede7236-2284-43d6-a953-1fdcafd0fdbc', recipient: 'bob@example.com' },
    },
  },
  mandrill: {
    create: (options) => mandrill({ ...options, webhookSecret: 'hook-secret' }),
    webhook: {
      payload: [
        { event: 'open', _id: 'id-1', ts: 1_893_553_445, msg: { _id: 'id-1', email: 'bob@example.com' } },
      ],
      event: { type: 'opened', messageId: 'id-1', recipient: 'bob@example.com' },
    },
  },
  postmark: {
    create: (options) => postmark({ ...options, webhookSecret: 'hook-secret' }),
    webhook: {
      payload: {
        RecordType: 'Delivery',
        MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
        Recipient: 'bob@example.com',
        DeliveredAt: '2026-11-05T16:33:54.9070259Z',
        Details: 'smtp;250 2.0.0 OK',
      },
      event: { type: 'delivered', recipient: 'bob@example.com' },
    },
  },
  sendgrid: {
    create: (options) => sendgrid({ ...options, webhookSecret: keys.publicKey }),
    stream: '12345',
    quotesNames: true,
    webhook: {
      payload: [
        {
          email: 'bob@example.com',
          timestamp: 1_513_299_569,
          event: 'delivered',
          sg_event_id: 'ZGVsaXZlcmVk',
          sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
          org_message_id: 'own-id',
        },
      ],
      event: { type: 'delivered', messageId: 'own-id', recipient: 'bob@example.com' },
      secret: keys.privateKey,
      wrongSecret: (await makeKeys()).privateKey,
    },
  },
  ses: {
    create: ({ baseUrl, apiKey: secretAccessKey }) =>
      ses({
        region: 'us-east-1',
        contactList: 'audience',
        topicArn,
        credentials: { accessKeyId: 'AKIASANDBOX', secretAccessKey },
        baseUrl,
      }),
    runtime: {
      fetch: async (url, init) =>
        `${url}` === certificateUrl ? new Response(signer.certificate) : fetch(url, init),
    },
    webhook: {
      payload: {
        eventType: 'Delivery',
        mail: { timestamp: '2026-11-22T11:59:00Z', messageId: '0100-1', destination: ['bob@example.com'] },
        delivery: { timestamp: '2026-11-22T11:59:02Z', recipients: ['bob@example.com'] },
      },
      secret: signer.pem,
      wrongSecret: createSigner().pem,
      event: { type: 'delivered', messageId: '0100-1', recipient: 'bob@example.com' },
    },
  },
  sparkpost: {
    create: (options) => sparkpost({ ...options, webhookSecret: 'hook-secret' }),
    webhook: {
      payload: [
        {
          msys: {
            message_event: {
              type: 'delivery',
              event_id: '92356927693813856',
              raw_rcpt_to: 'bob@example.com',
              timestamp: '1454442600',
              transmission_id: '65832150921904138',
            },
          },
        },
      ],
      event: { type: 'delivered', messageId: '65832150921904138', recipient: 'bob@example.com' },
    },
  },
  scaleway: { create: (options) => scaleway({ ...options, projectId: 'project' }) },
  zeptomail: { create: zeptomail },
  loops: {
    seed: stored,
    create: (options) => loops({ ...options, webhookSecret: `whsec_${btoa('a secret')}` }),
    webhook: {
      wrongSecret: `whsec_${btoa('another secret')}`,
      payload: {
        eventName: 'email.softBounced',
        eventTime: 1_893_553_445,
        contactIdentity: { id: 'c1', email: 'bob@example.com', userId: null },
      },
      event: { type: 'bounced', recipient: 'bob@example.com', bounce: { class: 'soft' } },
    },
  },
  cloudflare: { create: (options) => cloudflare({ ...options, accountId: 'a1' }) },
  azure: {
    // An access key is base64.
    create: ({ apiKey, baseUrl }) => azure({ apiKey: btoa(apiKey), baseUrl, webhookSecret: 'chosen-by-us' }),
    webhook: {
      payload: [
        {
          id: 'e-1',
          eventType: 'Microsoft.Communication.EmailDeliveryReportReceived',
          eventTime: '2030-01-02T03:04:06Z',
          data: { recipient: 'bob@example.com', messageId: 'id-1', status: 'Delivered' },
        },
      ],
      event: { type: 'delivered', id: 'e-1', messageId: 'id-1', recipient: 'bob@example.com' },
    },
  },
};
