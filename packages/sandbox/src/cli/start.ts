import { isOrgError } from '@org/core';
import { PortInUseError } from '../http/listen.ts';
import type { Sandbox, SandboxOptions } from '../sandbox.ts';
import type { Invocation } from './command.ts';
import { mergeConfig, readConfig } from './config-file.ts';
import { chooseDefaultPorts } from './default-ports.ts';
import { createProgressLine } from './progress.ts';
import { noteRunning } from './running.ts';
import { type StartValues, toSandboxOptions } from './start-options.ts';
import { CommandError } from './usage-error.ts';

/** A sandbox of this process that other commands find. */
export interface StartedSandbox extends Sandbox {
  /** The address of the page, for `SANDBOX_URL`. */
  readonly pageEnv: Readonly<Record<string, string>>;
}

/**
 * Starts a sandbox as the command line says. Resolves with `undefined` if the signal aborted.
 *
 * @throws {UsageError} for the options, {CommandError} for the start
 */
export async function start(
  invocation: Pick<Invocation, 'stderr' | 'signal' | 'onClosing'> & { readonly options: StartValues },
): Promise<StartedSandbox | undefined> {
  const { stderr, signal } = invocation;
  const asked = mergeConfig(await readConfig(invocation.options), toSandboxOptions(invocation.options));
  const progress = createProgressLine(stderr);
  try {
    // Loaded here, because other commands do not need them.
    const { leaveOutRouting } = await import('./leave-out-routing.ts');
    const { startSandbox } = await import('../sandbox.ts');
    const { options: startable, note } = leaveOutRouting(asked);
    const { options, notes } = await chooseDefaultPorts(startable);
    for (const line of [...(note === undefined ? [] : [note]), ...notes]) stderr.write(`sandbox: ${line}\n`);
    const sandbox = await startSandbox({ ...options, signal, onProgress: progress.say });
    return await publish(sandbox, invocation.onClosing);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw new CommandError(describeFailure(error, asked), { cause: error });
  } finally {
    progress.clear();
  }
}

async function publish(sandbox: Sandbox, onClosing = () => {}): Promise<StartedSandbox> {
  const { page } = sandbox;
  const note = { pid: process.pid, startedAt: new Date().toISOString(), directory: process.cwd() };
  const remove = page && (await noteRunning({ ...note, url: page.url }));
  const close = async (): Promise<void> => {
    onClosing();
    await remove?.();
    await sandbox.close();
  };
  return {
    ...sandbox,
    pageEnv: page === undefined ? {} : { SANDBOX_URL: page.url },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function describeFailure(error: unknown, options: SandboxOptions): string {
  if (PortInUseError.isInstance(error)) {
    const option = optionOfPort(error.port, options);
    return option === undefined ? error.message : `${option}: ${error.message}`;
  }
  if (isOrgError(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function optionOfPort(port: number, { page, mail, routing, realtime }: SandboxOptions): string | undefined {
  const wanted: readonly (readonly [option: string, port: number | undefined])[] = [
    ['--page-port', page ? page.port : undefined],
    ['--mail-port', mail ? mail.port : undefined],
    ['--smtp-port', mail ? mail.smtp?.port : undefined],
    ['--routing-port', routing ? routing.port : undefined],
    ['--realtime-port', realtime ? realtime.port : undefined],
  ];
  return wanted.find(([, value]) => value === port)?.[0];
}
