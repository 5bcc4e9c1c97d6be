import { defineCommand, print } from '../command.ts';
import { findSandbox, urlOption } from '../sandbox-client.ts';

/** `sandbox reset`: an empty sandbox. */
export const reset = defineCommand({
  name: 'reset',
  summary: 'remove all mail, logged requests and faults',
  options: urlOption,
  async run(invocation) {
    const client = await findSandbox(invocation.options, invocation.signal);
    await client.send('POST', '/api/reset');
    print(invocation, { url: client.url }, 'The sandbox has no mail, no logged requests and no faults.\n');
    return 0;
  },
});
