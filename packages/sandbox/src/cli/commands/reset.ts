import { defineCommand, print } from '../command.ts';
import { findSandbox, urlOption } from '../sandbox-client.ts';

/** `sandbox reset`: the sandbox as it was at the start. */
export const reset = defineCommand({
  name: 'reset',
  summary: 'remove all that came after the start: mail, contacts, webhooks, requests, faults',
  details: 'The seed of the configuration comes back. Sockets stay open.',
  options: urlOption,
  async run(invocation) {
    const client = await findSandbox(invocation.options, invocation.signal);
    await client.send('POST', '/api/reset');
    print(invocation, { url: client.url }, 'The sandbox is as it was at its start.\n');
  },
});
