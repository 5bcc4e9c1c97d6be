import { describeSandbox } from '../../description.ts';
import { defineCommand, print } from '../command.ts';
import { findConfigFile } from '../config-file.ts';
import { startDetached } from '../detach.ts';
import { listRunning } from '../running.ts';
import { addressOf, findSandbox, readDescription } from '../sandbox-client.ts';
import { readOptions, start } from '../start.ts';
import { engineOptions, hasStartOption, startOptions } from '../start-options.ts';
import { type DescribedSandbox, renderSummary } from '../summary.ts';
import { UsageError } from '../usage-error.ts';
import { watchSeed } from '../watch-seed.ts';

/** `sandbox up`: until Ctrl+C, or in the background. */
export const up = defineCommand({
  name: 'up',
  summary: 'start the sandbox; the default',
  details: 'It runs until Ctrl+C or SIGTERM. A default port that is in use gives way to a free one.',
  options: {
    detach: { type: 'boolean', short: 'd', help: 'run in the background, and return when it is ready' },
    watch: { type: 'boolean', help: 'take the seed of the configuration again when the file changes' },
    ...engineOptions,
    ...startOptions,
  },
  async run(invocation) {
    const { options, signal } = invocation;
    const watched = options.watch ? await findConfigFile(options) : undefined;
    if (options.watch && watched === undefined)
      throw new UsageError('--watch needs a configuration file: sandbox init');
    if (options.watch && options.detach) throw new UsageError('--watch cannot be combined with --detach.');
    const report = (sandbox: DescribedSandbox, stop: string) =>
      print(invocation, sandbox, renderSummary(sandbox, stop));
    if (options.detach) {
      const asked = await readOptions(options);
      if (options['no-page']) throw new UsageError('--detach cannot be combined with --no-page.');
      const [running] = hasStartOption(options) ? [] : await listRunning();
      const found =
        running && (await readDescription(await findSandbox(running, signal)).catch(() => undefined));
      if (found) invocation.stderr.write(`sandbox: It is running already, with process ${found.pid}.\n`);
      // The process in the background has no terminal.
      if (!found && asked.routing !== false) {
        const { offerEngine } = await import('../engine/provide-engine.ts');
        await offerEngine(invocation);
      }
      return report(found ?? (await startDetached(invocation)), 'sandbox stop');
    }
    const sandbox = await start(invocation);
    if (sandbox === undefined) return;
    const page = sandbox.page && addressOf(sandbox.page);
    report({ page, ...describeSandbox(sandbox) }, 'Ctrl+C');
    const stopWatching = watched === undefined ? undefined : watchSeed(watched, sandbox, invocation.stderr);
    await aborted(signal);
    await stopWatching?.();
    await sandbox.close();
  },
});

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
