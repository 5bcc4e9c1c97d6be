import { isOrgError } from '@org/core';
import { PortInUseError } from '../http/listen.ts';
import type { Sandbox, SandboxOptions } from '../sandbox.ts';
import type { Invocation } from './command.ts';
import { mergeConfig, readConfig } from './config-file.ts';
import { chooseDefaultPorts } from './default-ports.ts';
import type { EngineContext } from './engine/provide-engine.ts';
import { createProgressLine } from './progress.ts';
import { noteRunning } from './running.ts';
import { pageEnvOf } from './sandbox-client.ts';
import { type StartValues, toSandboxOptions } from './start-options.ts';
import { CommandError, UsageError } from './usage-error.ts';

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
  invocation: Pick<Invocation, 'onClosing'> & EngineContext & { readonly options: StartValues },
): Promise<StartedSandbox | undefined> {
  const { stderr, signal } = invocation;
  const asked = await readOptions(invocation.options);
  const progress = createProgressLine(stderr);
  try {
    // Loaded here, because other commands do not need them.
    const { provideEngine } = await import('./engine/provide-engine.ts');
    const { startSandbox } = await import('../sandbox.ts');
    const { options: startable, note } = await provideEngine(invocation, asked);
    if (note !== undefined) stderr.write(`sandbox: ${note}\n`);
    const startOnPorts = async (): Promise<Sandbox> => {
      const { options, notes } = await chooseDefaultPorts(startable);
      for (const line of notes) stderr.write(`sandbox: ${line}\n`);
      try {
        return await startSandbox({ ...options, signal, onProgress: progress.say });
      } catch (error) {
        if (!isDefaultPortInUse(error, startable)) throw error;
        return startOnPorts(); // another program took the port since it was chosen
      }
    };
    return await publish(await startOnPorts(), asked.host, invocation.onClosing);
  } catch (error) {
    if (signal.aborted) return undefined;
    if (CommandError.isInstance(error)) throw error;
    throw new CommandError(describeFailure(error, asked), { cause: error });
  } finally {
    progress.clear();
  }
}

/** The options of the sandbox: command line, configuration file and, with a host, the environment. */
export async function readOptions(values: StartValues): Promise<SandboxOptions> {
  const options = mergeConfig(await readConfig(values), toSandboxOptions(values));
  if (options.mail && options.mail.smtp?.tlsPort !== undefined && !options.tls)
    throw new UsageError('--smtps-port needs --tls.');
  if (options.host === undefined) return options;
  // Some hosts of containers set variables, and no arguments.
  const { SANDBOX_TOKEN, SANDBOX_ALLOWED_HOSTS } = process.env;
  return {
    ...(SANDBOX_TOKEN && { token: SANDBOX_TOKEN }),
    ...(SANDBOX_ALLOWED_HOSTS && { allowedHosts: SANDBOX_ALLOWED_HOSTS.split(',') }),
    ...options,
  };
}

async function publish(
  sandbox: Sandbox,
  host: string | undefined,
  onClosing = () => {},
): Promise<StartedSandbox> {
  const { page, mail, routing, realtime } = sandbox;
  const note = { pid: process.pid, startedAt: new Date().toISOString(), directory: process.cwd() };
  const url =
    page?.url ?? mail?.apiUrl ?? routing?.url ?? (realtime && `http://${realtime.host}:${realtime.port}`);
  const found = { hasPage: page !== undefined, token: page?.token };
  const remove =
    url === undefined ? undefined : await noteRunning({ ...note, ...found, url: localUrlOf(url, host) });
  const close = async (): Promise<void> => {
    onClosing();
    await remove?.();
    await sandbox.close();
  };
  return {
    ...sandbox,
    pageEnv: page === undefined ? {} : pageEnvOf(localUrlOf(page.url, host), page.token),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The address for commands of this machine, where a name of the sandbox may be unknown. */
function localUrlOf(url: string, host: string | undefined): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const { host: name, port } = new URL(url);
  // A port with TLS answers without it, too.
  return `http://${isEverywhere ? `127.0.0.1:${port}` : name}/`;
}

function isDefaultPortInUse(error: unknown, asked: SandboxOptions): boolean {
  return PortInUseError.isInstance(error) && optionsOfPort(error.port, asked).length === 0;
}

function describeFailure(error: unknown, options: SandboxOptions): string {
  if (PortInUseError.isInstance(error)) {
    const names = optionsOfPort(error.port, options);
    if (names.length > 1) return `${names.join(' and ')} name the same port, ${error.port}.`;
    return names.length === 0 ? error.message : `${names[0]}: ${error.message}`;
  }
  if (isOrgError(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function optionsOfPort(port: number, { page, mail, routing, realtime }: SandboxOptions): string[] {
  const wanted: readonly (readonly [option: string, port: number | undefined])[] = [
    ['--page-port', page ? page.port : undefined],
    ['--mail-port', mail ? mail.port : undefined],
    ['--smtp-port', mail ? mail.smtp?.port : undefined],
    ['--pop3-port', mail && typeof mail.pop3 === 'object' ? mail.pop3.port : undefined],
    ['--smtps-port', mail ? mail.smtp?.tlsPort : undefined],
    ['--routing-port', routing ? routing.port : undefined],
    ['--realtime-port', realtime ? realtime.port : undefined],
  ];
  return wanted.flatMap(([option, value]) => (value === port ? [option] : []));
}
