import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize } from 'node:v8';
import type { SendMailOptions } from 'nodemailer';
import { cached } from '../../../../routing/test/peers/support/cache.ts';
import { run } from '../../../../routing/test/peers/support/process.ts';

/** Version 9.0.5: the package on the registry has no tests. */
const commit = '2f667f4272cb2d7cb479b2e3903ab10600fc0eae';
const url = 'https://github.com/nodemailer/nodemailer';

/** Suites that compose mails, and need no further package. */
const suites = [
  'test/mail-composer/mail-composer-test.js',
  'test/mailer/mail-message-test.js',
  'test/nodemailer/list-headers-test.js',
  'test/json-transport/json-transport-test.js',
  'test/stream-transport/stream-transport-test.js',
  'test/ses-transport/ses-transport-test.js',
  'test/sendmail/sendmail-test.js',
];

/** What the tests of nodemailer give to its composer, and how many mails cannot leave their process. */
export interface RecordedMails {
  readonly mails: readonly (() => SendMailOptions)[];
  readonly unreadable: number;
}

/** Runs the tests of nodemailer's repository, unchanged, and records their mails. */
export async function recordMails(): Promise<RecordedMails> {
  const directory = await cached(`nodemailer-${commit.slice(0, 12)}`, async (cwd) => {
    const git = (...args: readonly string[]) => run({ command: 'git', args, cwd, timeoutMs: 60_000 });
    await git('init', '--quiet');
    await git('fetch', '--quiet', '--depth', '1', url, commit);
    await git('checkout', '--quiet', commit);
  });
  const record = join(directory, `mails-${process.pid}.txt`);
  const preload = fileURLToPath(new URL('record-mails.cjs', import.meta.url));
  try {
    for (const suite of suites)
      await run({
        command: process.execPath,
        args: ['--require', preload, suite],
        cwd: directory,
        env: { ...process.env, MAIL_COMPOSER: join(directory, 'lib/mail-composer'), MAIL_RECORD: record },
      });
    const lines = (await readFile(record, 'utf8')).trim().split('\n');
    const read = [...new Set(lines)].filter((line) => line !== 'unreadable');
    return {
      mails: read.map((line) => () => deserialize(Buffer.from(line, 'base64'))),
      unreadable: lines.filter((line) => line === 'unreadable').length,
    };
  } finally {
    await rm(record, { force: true });
  }
}
