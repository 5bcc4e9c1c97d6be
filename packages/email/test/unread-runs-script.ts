// A program that makes a run of sendEach, and ends.
import { createFakeTransport } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { resend } from '@org/email/resend';

const transport = createFakeTransport([{ answer: { json: { id: 'm-1' } } }]);
const email = createEmailClient({ driver: resend({ apiKey: 're_test' }), transport });
const run = await email.sendEach([{ from: 'ann@acme.dev', to: 'bob@x.dev', subject: 'Hi', text: 'Hi' }]);
if (process.argv[2] === 'exit') process.exit(0);
if (process.argv[2] === 'read') for await (const { ok } of run) console.log(ok);
