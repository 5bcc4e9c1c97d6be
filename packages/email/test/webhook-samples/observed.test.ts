// Webhooks that others recorded, beside this repository where somebody keeps them.
import { existsSync, readFileSync } from 'node:fs';
import type { DeliveryEvent } from '@org/email';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../support/shared-folder.ts';
import { parseGiven, parseSigned, providers } from './receivers.ts';
import { type Expected, isSame } from './same-events.ts';

const folder = sharedFolder('observed');
const isThere = existsSync(folder);

interface Observed {
  readonly id: string;
  readonly body: string | Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly events: readonly Expected[];
}

/** The public keys of those who signed their samples. */
const secrets: Readonly<Record<string, readonly string[]>> = {
  loops: ['whsec_bG9vcHMtdGVzdC1zZWNyZXQtMDEyMzQ1Njc4OWFiY2Q='],
  mailersend: ['TEST_WEBHOOK_SIGNING_SECRET', 'GvLY88Uyj70jQm3fUwYyWmAaiz98wWim'],
  mailgun: ['TEST_WEBHOOK_SIGNING_KEY', 'key-0p6mqbf74lb20gzq9f4dhpn9rg3zyk26'],
  mailtrap: ['8d4b1c0e5f2a49c79b3e6d7a01f2c3b4'],
  mandrill: ['TEST_WEBHOOK_KEY'],
  resend: ['whsec_ESwTAuuIe3yfH4DgdgI+ENsiNzPAGdp+'],
  sendgrid: [
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaIN' +
      'XvVpiglSI8eNEc6wEA3F+g==',
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEQ4LIFtWztlsF7skFqOncjD1lun4H5w8XOhyOArHW9RcIx/FfEzx6cikC/yPfUvwa' +
      'X/JScE7Fc9CJD2afQ9Ok3Q==',
  ],
};

/** How many webhooks have a signature that verifies; the others are signed here. */
const signed: Readonly<Record<string, number>> = {
  loops: 9,
  mailersend: 7,
  mailgun: 20,
  mailtrap: 8,
  mandrill: 4,
  resend: 1,
  sendgrid: 2,
};

type Argued = readonly [types: readonly string[], reason: string];

/** Labels that do not hold, and why. */
const argued: Readonly<Record<string, Argued>> = {
  'brevo-wh-any-sent': [['queued'], '`request` says that Brevo took the call; Anymail says so, too'],
  'brevo-wh-sym-request': [['queued'], 'the same; Symfony calls it received'],
  'elasticemail-wh-sent': [['sent'], 'nothing says that the receiving server accepted it'],
  'mailgun-wh-any-legacy-dropped_timed_out': [
    ['bounced'],
    'Mailgun gave up: a permanent failure, as the events since 2018 name it',
  ],
  'resend-wh-any-sent': [['sent'], 'one event of Resend; it does not say to whom of the two'],
  'ses-wh-any-sns-subscription-confirmation': [
    ['unknown'],
    'the test signs it as a notification; test/ses has real confirmations, which are not events',
  ],
  'ses-wh-any-sns_confirmation_success_notification': [
    ['unknown'],
    'a notification of another publisher is an event that is not understood',
  ],
  'sparkpost-wh-any-initial_open_event_as_opened': [
    ['opened'],
    'support.sparkpost.com, "Open Pixel Placement": a mail that Gmail clips has no other opening',
  ],
  'sparkpost-wh-any-click_event': [['clicked'], 'a click on a link in the AMP part of a mail'],
  'sparkpost-wh-any-amp_events': [
    ['opened', 'opened', 'clicked'],
    'the same three events, of the AMP part of a mail',
  ],
};

function textOf({ body, contentType }: Observed): string {
  if (typeof body === 'string') return body;
  return /form/.test(contentType) ? `${new URLSearchParams(body)}` : JSON.stringify(body);
}

interface Parsed {
  readonly events: readonly DeliveryEvent[];
  /** The webhook has a signature that verifies. */
  readonly isSigned: boolean;
}

/** The events by the signature that the webhook has, else by one made here. */
async function parse(provider: string, webhook: Observed): Promise<Parsed> {
  const { contentType } = webhook;
  const headers: Readonly<Record<string, string>> = { 'content-type': contentType, ...webhook.headers };
  const body = textOf(webhook);
  const [, inBody] = /(?:"timestamp":\s*"|\btimestamp=)(\d{10})\b/.exec(body) ?? [];
  const names = ['svix-timestamp', 'webhook-timestamp', 'X-Twilio-Email-Event-Webhook-Timestamp'];
  const time = names.map((name) => headers[name]).find(Boolean) ?? inBody;
  const given = { headers, body, signedAt: new Date(Number(time ?? 0) * 1_000), secrets: secrets[provider] };
  try {
    return { events: await parseGiven(provider, given), isSigned: true };
  } catch {
    const isSigned = false;
    const message = provider === 'ses' && typeof webhook.body === 'object' && webhook.body['Message'];
    return { events: await parseSigned(provider, message || body, contentType), isSigned };
  }
}

/** Labels have one word for mail that the service did not send. */
function holds({ id, events: labels }: Observed, events: Parsed['events']): boolean {
  const exception = argued[id]?.[0];
  if (exception !== undefined) return `${exception}` === `${events.map(({ type }) => type)}`;
  const worded = labels.map((label, index) =>
    label.type === 'failed' && events[index]?.type === 'rejected' ? { ...label, type: 'rejected' } : label,
  );
  return isSame(events, worded);
}

describe.skipIf(!isThere)(`observed webhooks${isThere ? '' : ' (the recordings are not there)'}`, () => {
  it.each(providers)('%s: each has the events that it was found to have', async (provider) => {
    const { webhooks } = JSON.parse(readFileSync(`${folder}${provider}.json`, 'utf8'));
    const wrong: unknown[] = [];
    let count = 0;
    for (const webhook of webhooks as readonly Observed[]) {
      const { events, isSigned } = await parse(provider, webhook);
      if (isSigned) count += 1;
      if (!holds(webhook, events)) wrong.push([webhook.id, webhook.events, events]);
    }
    expect(wrong).toEqual([]);
    expect(count).toBe(signed[provider] ?? 0);
  });
});
