import { defineCommand, print } from '../command.ts';
import { checkHealth, findSandbox, readDescription, urlOption } from '../sandbox-client.ts';
import { renderAddresses } from '../summary.ts';

/** `sandbox status`: the addresses. */
export const status = defineCommand({
  name: 'status',
  summary: 'print the addresses of the running sandbox',
  details: 'It exits with 1 if none is running. With --json, it also prints keys and environment.',
  options: urlOption,
  async run(invocation) {
    const bare = await checkHealth(invocation.options, invocation.signal);
    if (bare !== undefined)
      return print(invocation, bare, `The sandbox is running without its page, with process ${bare.pid}.\n`);
    const found = await readDescription(await findSandbox(invocation.options, invocation.signal));
    const text = `The sandbox is running, with process ${found.pid}.\n\n${renderAddresses(found)}`;
    print(invocation, found, text);
  },
});
