import { setTimeout as sleep } from 'node:timers/promises';
import { defineCommand, print } from '../command.ts';
import { isAlive, listRunning } from '../running.ts';
import { findSandbox, readDescription, urlOption } from '../sandbox-client.ts';
import { CommandError } from '../usage-error.ts';

const maxWaitMs = 10_000;

/** `sandbox stop`: ends the process of a running sandbox. */
export const stop = defineCommand({
  name: 'stop',
  summary: 'stop the running sandbox',
  options: urlOption,
  async run(invocation) {
    const { options, signal } = invocation;
    const client = await findSandbox(options, signal);
    // Both must name the process: a number of a killed process may belong to another one by now.
    const { pid } = await readDescription(client);
    const isNoted = (await listRunning()).some((note) => note.pid === pid && note.url === client.url);
    if (!isNoted)
      throw new CommandError(`${client.url} was not started by "sandbox up" of this user. Stop its process.`);
    process.kill(pid, 'SIGTERM');
    const end = Date.now() + maxWaitMs;
    while (isAlive(pid)) {
      if (Date.now() > end) throw new CommandError(`The process ${pid} does not end.`);
      await sleep(20, undefined, { signal });
    }
    print(invocation, { pid }, `The sandbox at ${client.url} is stopped.\n`);
  },
});
