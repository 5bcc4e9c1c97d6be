import { defineCommand, print } from '../command.ts';
import { findSandbox, pageEnvOf, readDescription, urlOption } from '../sandbox-client.ts';
import { renderEnv } from '../summary.ts';

/** `sandbox env`: the environment for programs. */
export const env = defineCommand({
  name: 'env',
  summary: 'print the environment for your programs',
  details: 'For a shell: eval "$(sandbox env)". With --json: one object.',
  options: urlOption,
  async run(invocation) {
    const client = await findSandbox(invocation.options, invocation.signal);
    const { env: services } = await readDescription(client);
    const found = { ...pageEnvOf(client.url, client.token), ...services };
    print(invocation, found, renderEnv(found));
  },
});
