// Answers that others recorded, beside this repository where somebody keeps them.
import { existsSync, readFileSync } from 'node:fs';
import { sharedFolder } from '../support/shared-folder.ts';
import type { ServiceName } from './services.ts';
import type { Answer, Learned } from './stage.ts';

const folder = sharedFolder('observed');
const isThere = existsSync(folder);
/** For the name of a test that has nothing to do. */
export const observedNote = isThere ? '' : ' (the recordings are not there)';

export interface Observed extends Answer {
  readonly id: string;
  readonly what: string;
  readonly means: { readonly class: string; readonly sent: 'yes' | 'no' | 'unknown' };
}

/** All that were recorded of a service. The status of one is not in its source. */
export function observedAnswers(service: ServiceName): readonly Observed[] {
  if (!isThere) return [];
  const { answers } = JSON.parse(readFileSync(`${folder}${service}.json`, 'utf8'));
  return answers.map((observed: Observed) => ({ ...observed, status: observed.status ?? 400 }));
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
export const argued: Readonly<Record<string, readonly [code: string, reason: string]>> = {
  'azure-an-op-failed': ['response-format', 'the answer to a later request, which `waitForResult` reads'],
  'azure-an-op-suppressed': ['response-format', 'the same'],
  'brevo-an-teapot': ['bad-request', 'a 4xx says that nothing was done; it is a test double'],
  'cloudflare-an-ok': ['incomplete-send', 'the answer names another recipient than the mail'],
  'cloudflare-an-partly': ['incomplete-send', 'it names three others'],
  'elasticemail-an-v2-access-denied': ['response-format', 'version 2; a 2xx of version 4 has ids'],
  'elasticemail-an-v2-incorrect-key': ['response-format', 'version 2, too'],
  'elasticemail-an-v1-unauthorized': ['response-format', 'a text of the first version'],
  'mailersend-an-bulk-recorded': ['response-format', 'of the bulk endpoint; a send has an id in a header'],
  'mailersend-an-schedule-404': ['not-found', 'the 404 of a cancellation; a send has no such answer'],
  'mailersend-an-trial-unique': ['permission', 'a trial has few recipients; no wait brings more'],
  'mailersend-an-paused': ['accepted', 'a 202 with an id; that the domain is paused is the account’s state'],
  'mailgun-an-magnificent': ['not-found', 'nothing was sent; its words are those of a wrong path'],
  'mailjet-an-unknown-module': ['server', 'a 500: nothing but words tells a wrong path from a failure'],
  'mailjet-an-partial-200': ['bad-request', 'the first of two messages; one mail has one'],
  'mailjet-an-partial-400': ['response-format', 'the answer to two messages; one mail has one'],
  'mailjet-an-ghost-ok': ['incomplete-send', 'the answer names another recipient than the mail'],
  'mailjet-an-wrong-sender-ok': ['incomplete-send', 'the report cut the recipients away'],
  'mailtrap-an-batch-mixed': ['response-format', 'the answer to a batch; one mail has `message_ids`'],
  'mandrill-an-sent': ['incomplete-send', 'the answer names another recipient than the mail'],
  'mandrill-an-mixed': ['incomplete-send', 'it names two others'],
  'plunk-an-legacy-public-key': ['authentication', 'the other key of the pair helps, a permission does not'],
  'plunk-an-ok-shape': ['response-format', 'the documented envelope has no mails; the live one has'],
  'postmark-an-error-in-200': ['bad-request', 'its code states a refusal'],
  'scaleway-an-ok': ['incomplete-send', 'the answer names another recipient than the mail'],
  'sparkpost-an-partly': ['incomplete-send', 'the count of refused recipients names none of them'],
  'sendgrid-an-credits-v2': [
    'bad-request',
    'version 2; sendgrid() calls the third, whose errors are objects',
  ],
  'sendgrid-an-template-unknown': ['accepted', 'a 202 is all that the service says'],
  'ses-an-v1-daily': ['bad-request', 'XML of the first version; ses() calls the second, which has JSON'],
  'ses-an-v1-not-verified': ['bad-request', 'XML of the first version, too'],
  'ses-an-v1-throttling': ['bad-request', 'XML of the first version, too'],
  'ses-an-suppressed-200': ['accepted', 'a 200 with an id; the suppression comes as an event'],
};

/** Whether a caller learns what the label says, or what is argued. */
export function holds({ id, means }: Observed, { code, outcome }: Learned): boolean {
  const exception = argued[id];
  if (exception !== undefined) return code === exception[0];
  const isClass = code === means.class || codesOf[means.class]?.includes(code) === true;
  // Of an idempotency conflict, the first request went out or is on its way.
  const isTruth = means.sent === 'no' ? outcome === 'not-sent' : outcome !== 'not-sent';
  return isClass && isTruth;
}
