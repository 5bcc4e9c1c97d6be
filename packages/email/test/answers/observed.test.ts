// Answers that others recorded, beside this repository where somebody keeps them.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../support/shared-folder.ts';
import { type ServiceName, serviceNames } from './services.ts';
import { type Answer, type Learned, learn } from './stage.ts';

const folder = sharedFolder('observed');
const isThere = existsSync(folder);

interface Observed extends Omit<Answer, 'status'> {
  readonly id: string;
  readonly what: string;
  readonly status: number | null;
  readonly request: { readonly method: string; readonly path: string };
  readonly means: { readonly class: string; readonly sent: 'yes' | 'no' | 'unknown' };
}

/** The paths of the requests that send one mail; Plunk's has words after it. */
const sends = [
  '/email',
  '/emails',
  '/v1/email',
  '/v1/send',
  '/v2/email/outbound-emails',
  '/v3.1/send',
  '/v3/mail/send',
  '/v3/smtp/email',
  '/v3/{domain}/messages',
];

/** Sends and all refusals that were recorded. Without a status, an answer is not complete. */
function readAnswers(service: ServiceName): (Observed & { readonly status: number })[] {
  const { answers } = JSON.parse(readFileSync(`${folder}${service}.json`, 'utf8'));
  return answers.filter(
    ({ request, status }: Observed) =>
      status !== null && (status >= 400 || sends.includes(request.path.split(' ')[0] ?? '')),
  );
}

/** The codes that a label stands for: labels are coarser than our classes. */
const codesOf: Readonly<Record<string, readonly string[]>> = {
  permission: ['permission', 'account-suspended'],
  unavailable: ['server'],
  unknown: ['response-format', 'server', 'incomplete-send'],
  'rate-limit': ['rate-limit', 'quota-exceeded'], // a limit of hours is a quota here
  'accepted-partly': ['accepted'],
};

/** Labels that do not hold for a client, and why. */
const argued: Readonly<Record<string, readonly [code: string, reason: string]>> = {
  'brevo-an-teapot': ['bad-request', 'a 4xx says that nothing was done; it is a test double'],
  'mailersend-an-schedule-404': ['not-found', 'the 404 of a cancellation; a send has no such answer'],
  'mailersend-an-paused': ['accepted', 'a 202 with an id; that the domain is paused is the account’s state'],
  'mailgun-an-magnificent': ['response-format', 'nothing tells a wrong path from a changed service'],
  'mailjet-an-duplicate': ['bad-request', 'a contact that exists; a send has no such answer'],
  'mailjet-an-unknown-module': ['server', 'a 500: nothing but words tells a wrong path from a failure'],
  'mailjet-an-partial-200': ['bad-request', 'the first of two messages; one mail has one'],
  'mailjet-an-partial-400': ['response-format', 'the answer to two messages; one mail has one'],
  'mailjet-an-ghost-ok': ['incomplete-send', 'the answer names another recipient than the mail'],
  'mailjet-an-wrong-sender-ok': ['incomplete-send', 'the report cut the recipients away'],
  'plunk-an-legacy-public-key': ['authentication', 'the other key of the pair helps, a permission does not'],
  'plunk-an-ok-shape': ['response-format', 'the documented envelope has no mails; the live one has'],
  'postmark-an-error-in-200': ['bad-request', 'its code states a refusal'],
  'sendgrid-an-template-unknown': ['accepted', 'a 202 is all that the service says'],
  'ses-an-v1-daily': ['bad-request', 'XML of the first version; ses() calls the second, which has JSON'],
  'ses-an-v1-not-verified': ['bad-request', 'XML of the first version, too'],
  'ses-an-v1-throttling': ['bad-request', 'XML of the first version, too'],
  'ses-an-suppressed-200': ['accepted', 'a 200 with an id; the suppression comes as an event'],
};

describe.skipIf(!isThere)(`observed answers${isThere ? '' : ' (the recordings are not there)'}`, () => {
  it.each(serviceNames)('%s: each is what it was found to mean', async (service) => {
    const wrong: unknown[] = [];
    for (const observed of readAnswers(service)) {
      const learned = await learn(service, observed);
      if (!holds(observed, learned)) wrong.push([observed.id, observed.what, observed.means, learned]);
    }
    expect(wrong).toEqual([]);
  });

  it('they are at least 104, and each argued label is one of them', () => {
    const ids = serviceNames.flatMap((service) => readAnswers(service).map(({ id }) => id));
    expect(ids.length).toBeGreaterThanOrEqual(104);
    expect(ids).toEqual(expect.arrayContaining(Object.keys(argued)));
  });
});

function holds({ id, means }: Observed, { code, outcome }: Learned): boolean {
  const exception = argued[id];
  if (exception !== undefined) return code === exception[0];
  const isClass = code === means.class || codesOf[means.class]?.includes(code) === true;
  // Of an idempotency conflict, the first request went out or is on its way.
  const isTruth = means.sent === 'no' ? outcome === 'not-sent' : outcome !== 'not-sent';
  return isClass && isTruth;
}
