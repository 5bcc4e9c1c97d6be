import { defineCommand } from '../command.ts';
import { runChild } from '../run-child.ts';
import { listRunning } from '../running.ts';
import { findSandbox, pageEnvOf, readDescription, urlOption } from '../sandbox-client.ts';
import { start } from '../start.ts';
import { engineOptions, hasStartOption, startOptions } from '../start-options.ts';
import { UsageError } from '../usage-error.ts';

/** `sandbox exec -- node app.mts`: a program with the environment of the sandbox. */
export const exec = defineCommand({
  name: 'exec',
  usage: '[--fresh] -- <program> [arguments]',
  summary: 'run a program with the environment of the sandbox',
  details:
    'It uses the running sandbox. If none is running, and with --fresh or an option of the start,\n' +
    'it starts one and stops it when the program ends. It exits with the code of the program.',
  hasProgram: true,
  options: {
    fresh: { type: 'boolean', help: 'start a sandbox for this program alone' },
    ...urlOption,
    ...engineOptions,
    ...startOptions,
  },
  async run(invocation) {
    const { options, program, signal } = invocation;
    if (options.json) throw new UsageError('exec has no output of its own: remove --json.');
    const isFresh = options.fresh || hasStartOption(options);
    if (isFresh && options.url !== undefined)
      throw new UsageError('--url cannot be combined with --fresh or an option of the start.');
    const isRunning = options.url ?? process.env['SANDBOX_URL'] ?? (await listRunning())[0];
    if (!isFresh && isRunning !== undefined) {
      const client = await findSandbox(options, signal);
      const { env } = await readDescription(client);
      return runChild(program, { ...pageEnvOf(client.url, client.token), ...env }, invocation);
    }
    const sandbox = await start(invocation);
    if (sandbox === undefined) return 130; // stopped: the program did not run
    try {
      return await runChild(program, { ...sandbox.pageEnv, ...sandbox.env }, invocation);
    } finally {
      await sandbox.close();
    }
  },
});
