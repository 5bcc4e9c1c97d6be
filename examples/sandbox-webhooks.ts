// Webhooks of the sandbox, as packages/sandbox/docs/webhooks.md describes them.
import { createServer } from 'node:http';
import { createEmailClient } from '@org/email';
import { resend } from '@org/email/resend';
import { startSandbox } from '@org/sandbox';

const server = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('The server has no port.');

await using sandbox = await startSandbox({ routing: false, realtime: false, page: false });
const { mail } = sandbox;
if (!mail) throw new Error('The mail service is not running.');

// The drivers check the secret: `webhookSecret`, or RESEND_WEBHOOK_SECRET in the environment.
const url = `http://127.0.0.1:${address.port}/hook`;
const [target] = mail.webhooks.targets.add({ url, service: 'resend' });
console.log(target?.secret?.slice(0, 6)); // whsec_

// A rule: mail with this subject bounces, whatever its address is.
mail.webhooks.rules.add({ match: { subject: 'Welcome*' }, events: ['deferred', 'bounced'], delayMs: 50 });

// By hand: of a message by its id, or of one that is made up.
const [attempt] = await mail.webhooks.trigger({ event: 'clicked', service: 'resend' });
console.log(attempt?.status, attempt?.answer); // 200 ok

// A webhook that comes twice, and one that comes late.
sandbox.faults.add({ on: 'webhook', match: { event: 'delivered' }, duplicate: true });
sandbox.faults.add({ on: 'webhook', match: { service: 'resend' }, delayMs: 300, count: 'always' });

const { RESEND_API_KEY: apiKey = '', RESEND_BASE_URL: baseUrl = '' } = mail.env;
const driver = resend({ apiKey, baseUrl });
await using email = createEmailClient({ driver });
await email.send({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Welcome', text: 'Hello' });
server.close();
