// SMTP replies that others recorded, beside this repository where somebody keeps them.
import { existsSync, readFileSync } from 'node:fs';
import type { SmtpStep } from '../scripted-smtp-server.ts';
import { sharedFolder } from '../support/shared-folder.ts';

const file = `${sharedFolder('observed')}smtp.json`;
const isThere = existsSync(file);
export const smtpNote = isThere ? '' : ' (the recordings are not there)';

interface Recorded {
  readonly id: string;
  readonly request: { readonly path: string };
  readonly body: string;
  readonly means: { readonly class: string };
}

const steps: Readonly<Record<string, SmtpStep>> = { 'MAIL FROM': 'MAIL', 'RCPT TO': 'RCPT', DATA: 'final' };
const codesOf: Readonly<Record<string, readonly string[]>> = {
  unavailable: ['server'],
  'rate-limit': ['rate-limit', 'quota-exceeded', 'server'], // a 421 has no words that say which
  permission: ['permission', 'account-suspended'],
};

export interface ObservedReply {
  readonly id: string;
  readonly step: SmtpStep;
  readonly reply: string;
  /** The codes that the label stands for. */
  readonly codes: readonly string[];
}

export function observedReplies(): readonly ObservedReply[] {
  if (!isThere) return [];
  const { answers } = JSON.parse(readFileSync(file, 'utf8')) as { answers: readonly Recorded[] };
  return answers.map(({ id, request: { path }, body, means }) => {
    const codes = [means.class, ...(codesOf[means.class] ?? [])];
    return { id, step: steps[path] ?? (path as SmtpStep), reply: body, codes };
  });
}
