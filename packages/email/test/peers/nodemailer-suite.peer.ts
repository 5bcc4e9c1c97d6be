import type { SendMailOptions } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import { type BothMails, differencesOf, sendBoth } from '../nodemailer-stage.ts';
import { createSmtpStage } from '../smtp-stage.ts';
import { recordMails } from './support/nodemailer-repository.ts';

const recorded = await obtain("The tests of nodemailer's repository", recordMails);
const stage = createSmtpStage();

/** Many tests compose a part of a mail. */
function completed(mail: SendMailOptions): SendMailOptions {
  const given = new Set(Object.keys(mail.headers ?? {}).map((name) => name.toLowerCase()));
  return {
    ...(!given.has('from') && { from: 'ann@acme.dev' }),
    ...(!given.has('to') && { to: 'bob@example.com' }),
    ...(!given.has('subject') && { subject: 'Hi' }),
    ...mail,
  };
}

type Verdict = 'carried' | 'refused' | 'reported' | 'not sent by nodemailer' | 'silently different';

function verdictOn(mails: BothMails): Verdict {
  const { own, ours, lossy } = mails;
  if (ours instanceof Error) {
    if (own instanceof Error) return 'not sent by nodemailer';
    return ours.name === 'InvalidInputError' ? 'refused' : 'silently different';
  }
  if (own instanceof Error) return 'silently different';
  if (lossy.length > 0) return 'reported';
  return differencesOf(mails).length === 0 ? 'carried' : 'silently different';
}

describe.skipIf(recorded === undefined)("the mails of nodemailer's own tests", () => {
  it('are carried, refused or reported by nodemailerTransport, and nothing else', async () => {
    const server = await stage.start();
    const client = stage.client(server);
    const verdicts = new Map<Verdict, number>();
    const wrong: unknown[] = [];
    for (const create of recorded?.mails ?? []) {
      const mails = await sendBoth({ server, client }, () => completed(create()));
      const verdict = verdictOn(mails);
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
      if (verdict === 'silently different')
        wrong.push({ mail: create(), differences: differencesOf(mails), ...mails });
    }
    expect(wrong).toEqual([]);
    expect(verdicts.get('carried')).toBeGreaterThan(20);
    console.info(Object.fromEntries(verdicts), `in another process only: ${recorded?.unreadable}`);
  });
});
