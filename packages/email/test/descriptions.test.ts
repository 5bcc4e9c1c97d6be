import type { EmailDriver } from '@org/email';
import { brevo } from '@org/email/brevo';
import { elasticemail } from '@org/email/elasticemail';
import { resend } from '@org/email/resend';
import { sendgrid } from '@org/email/sendgrid';
import { type EmailDriverHarness, testEmailDriver } from '@org/email/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { apiKey } from './brevo/harness.ts';
import { needs } from './brevo/needs.ts';
import { startStandIn } from './brevo/stand-in.ts';
import { startElasticEmail } from './elasticemail/stand-in.ts';
import { startResend } from './resend/stand-in.ts';
import { startSendGrid } from './sendgrid/stand-in.ts';
import { createChecker, hasDescriptions } from './support/api-description.ts';
import { startRecordingProxy } from './support/recording-proxy.ts';

interface Service {
  readonly url: string;
  readonly received: EmailDriverHarness['received'];
  close(): Promise<void>;
}

interface Subject {
  /** Files of the provider's API description. */
  readonly files: readonly string[];
  start(): Promise<Service>;
  driver(baseUrl: string): EmailDriver;
  /** What the service needs beyond the usual input. */
  readonly needs?: Partial<EmailDriverHarness>;
  /** Requests that the description does not know, or describes otherwise than the service works. */
  readonly known?: readonly RegExp[];
}

const subjects: Readonly<Record<string, Subject>> = {
  brevo: {
    files: ['brevo.yaml'],
    async start() {
      const service = await startStandIn();
      const url = service.url.replace('/v3', '');
      return { url, received: () => service.mails, close: () => service.close() };
    },
    driver: (baseUrl) => brevo({ apiKey, baseUrl: `${baseUrl}/v3` }),
    needs: { ...needs, webhook: undefined },
    // The description has only examples of the names in these objects.
    known: [
      /^POST \/v3\/(?:smtp\/email|contacts): \/(?:headers|params|attributes) must NOT have unevaluated/,
    ],
  },
  elasticemail: {
    files: ['elasticemail.yaml'],
    async start() {
      const service = await startElasticEmail();
      return { url: service.origin, received: () => service.mails, close: () => service.close() };
    },
    driver: (baseUrl) => elasticemail({ apiKey: 'ee-good', baseUrl: `${baseUrl}/v4` }),
    needs: { placeholder: (name) => `{${name}}`, contactSubscription: false },
  },
  resend: {
    files: ['resend.json'],
    async start() {
      const service = await startResend();
      return { url: service.url, received: () => service.mails, close: () => service.close() };
    },
    driver: (baseUrl) => resend({ apiKey: 're_good', baseUrl }),
    needs: { placeholder: (name) => `{{{${name}}}}` },
    known: [
      // The guide to templates: "subject" and "from" may come from the template.
      /^POST \/emails: body must have required property '(?:subject|from)'/,
      // The description of the call has no body; the page about it has `scheduled_at`.
      /^PATCH \/emails\/id-\d+: a body, and the call has none$/,
    ],
  },
  sendgrid: {
    files: [
      'sendgrid-mail.json',
      'sendgrid-mc-contacts.json',
      'sendgrid-mc-custom-fields.json',
      'sendgrid-mc-lists.json',
      'sendgrid-scheduled-sends.json',
      'sendgrid-suppressions.json',
      'sendgrid-templates.json',
      'sendgrid-webhooks.json',
    ],
    async start() {
      const service = await startSendGrid();
      return { url: service.url, received: () => service.mails, close: () => service.close() };
    },
    driver: (baseUrl) => sendgrid({ apiKey: 'SG.good', baseUrl }),
    needs: { stream: '12345', quotesNames: true },
    // The Email Activity API has a description of its own, which is not here.
    known: [/^GET \/v3\/messages/],
  },
};

/** Without limits, whose waits would make the suite slow, and without webhooks, which send no request. */
function unlimited({ webhooks: _, ...driver }: EmailDriver): EmailDriver {
  const capabilities = { ...driver.capabilities, webhooks: false };
  return { ...driver, capabilities, open: (options) => driver.open({ ...options, limiter: false }) };
}

for (const [name, subject] of Object.entries(subjects)) {
  const { files, known = [] } = subject;
  if (!hasDescriptions(files)) {
    describe.skip(`${name}: its API description is not here`, () => {});
    continue;
  }
  const check = createChecker(files);
  const problems: string[] = [];
  let checked = 0;
  describe(`${name}: every request of the suite is as its API description says`, () => {
    testEmailDriver({ describe, it, expect }, `${name}, through a proxy that records`, async () => {
      const service = await subject.start();
      const proxy = await startRecordingProxy(service.url);
      return {
        driver: unlimited(subject.driver(proxy.url)),
        received: service.received,
        ...subject.needs,
        async close() {
          for (const request of proxy.requests)
            problems.push(
              ...check(request).map((problem) => `${request.method} ${request.path}: ${problem}`),
            );
          checked += proxy.requests.length;
          await proxy.close();
          await service.close();
        },
      };
    });
    // After all, in whatever order the tests ran.
    afterAll(() => {
      const unknown = [...new Set(problems)].filter((problem) => !known.some((text) => text.test(problem)));
      expect(unknown).toEqual([]);
      expect(checked).toBeGreaterThan(10);
    });
  });
}

describe.runIf(hasDescriptions(['resend.json']))('the check itself', () => {
  const check = createChecker(hasDescriptions(['resend.json']) ? ['resend.json'] : []);
  const request = (path: string, body: object) => ({
    method: 'POST',
    path,
    query: new URLSearchParams(),
    contentType: 'application/json',
    body: JSON.stringify(body),
  });
  const mail = { from: 'a@b.dev', to: ['c@d.dev'], subject: 'Hi', html: '<p>' };

  it.each([
    ['a path', '/emial', mail],
    ['a misspelt field', '/emails', { ...mail, replyTo: 'x@y.dev' }],
    ['a value of another type', '/emails', { ...mail, subject: 7 }],
    ['a missing field', '/emails', { to: ['c@d.dev'] }],
    ['a misspelt field inside', '/emails', { ...mail, tags: [{ nam: 'a', value: 'b' }] }],
  ])('finds %s', (_what, path, body) => {
    expect(check(request(path, body))).not.toEqual([]);
  });

  it('accepts what is right', () => {
    expect(check(request('/emails', { ...mail, tags: [{ name: 'a', value: 'b' }] }))).toEqual([]);
  });
});
