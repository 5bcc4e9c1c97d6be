import { isOrgError } from '@org/core';
import { PortInUseError } from '../http/listen.ts';
import type { Sandbox, SandboxOptions } from '../sandbox.ts';
import { type Command, parseCommandLine } from './command-line.ts';
import { createProgressLine, type TextSink } from './progress.ts';
import { runChild } from './run-child.ts';
import { renderEnv, renderJson, renderSummary } from './summary.ts';
import { usage } from './usage.ts';
import { UsageError } from './usage-error.ts';

/** The parts of the process that the program uses. */
export interface ProgramContext {
  readonly args: readonly string[];
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly version: string;
  /** Aborts when the process receives a signal to stop. The reason is the signal's name. */
  readonly signal: AbortSignal;
  /** Called before the services close. */
  readonly onClosing?: () => void;
}

/**
 * Runs the command. The exit code is 0; 1 if it could not start; 2 for an invalid command line; or that of
 * `exec`'s program.
 */
export async function runProgram(context: ProgramContext): Promise<number> {
  const { args, stdout, stderr, version } = context;
  try {
    const command = parseCommandLine(args);
    if (command.kind === 'help') stdout.write(usage);
    else if (command.kind === 'version') stdout.write(`${version}\n`);
    else if (command.kind === 'exec') return await exec(command, context);
    else return await serve(command, context);
    return 0;
  } catch (error) {
    if (!UsageError.isInstance(error)) throw error;
    stderr.write(`sandbox: ${error.message}\n\n${usage}`);
    return 2;
  }
}

const renderings = { summary: renderSummary, env: renderEnv, json: renderJson };

async function exec(
  { options, program }: Extract<Command, { kind: 'exec' }>,
  context: ProgramContext,
): Promise<number> {
  const sandbox = await start(options, context);
  if (typeof sandbox === 'number') return sandbox;
  try {
    return await runChild(program, sandbox.env, context);
  } finally {
    context.onClosing?.();
    await sandbox.close();
  }
}

/** The running sandbox, or an exit code. */
async function start(options: SandboxOptions, { stderr, signal }: ProgramContext): Promise<Sandbox | number> {
  const progress = createProgressLine(stderr);
  try {
    // Loaded here, because --help does not need them.
    const { leaveOutRouting } = await import('./leave-out-routing.ts');
    const { startSandbox } = await import('../sandbox.ts');
    const { options: startable, note } = leaveOutRouting(options);
    if (note !== undefined) stderr.write(`sandbox: ${note}\n`);
    return await startSandbox({ ...startable, signal, onProgress: progress.say });
  } catch (error) {
    if (signal.aborted) return 0; // stopped during the start
    stderr.write(`sandbox: ${describeFailure(error, options)}\n`);
    return 1;
  } finally {
    progress.clear();
  }
}

async function serve(
  { options, output }: Extract<Command, { kind: 'start' }>,
  context: ProgramContext,
): Promise<number> {
  const { stdout, signal } = context;
  const sandbox = await start(options, context);
  if (typeof sandbox === 'number') return sandbox;
  stdout.write(renderings[output](sandbox));
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  context.onClosing?.();
  await sandbox.close();
  return 0;
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
