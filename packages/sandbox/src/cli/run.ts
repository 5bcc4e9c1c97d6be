import { isOrgError } from '@org/core';
import { PortInUseError } from '../http/listen.ts';
import type { Sandbox, SandboxOptions } from '../sandbox.ts';
import { type Command, parseCommandLine } from './command-line.ts';
import { createProgressLine, type TextSink } from './progress.ts';
import { renderEnv, renderJson, renderSummary } from './summary.ts';
import { usage } from './usage.ts';
import { UsageError } from './usage-error.ts';

/** What the program has of its process. */
export interface ProgramContext {
  readonly args: readonly string[];
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly version: string;
  /** Aborts when the program is asked to stop. */
  readonly signal: AbortSignal;
}

/** Runs the program to its end; gives the exit code: 0, 1 when it could not start, 2 for a bad command line. */
export async function runProgram(context: ProgramContext): Promise<number> {
  const { args, stdout, stderr, version } = context;
  try {
    const command = parseCommandLine(args);
    if (command.kind === 'help') stdout.write(usage);
    else if (command.kind === 'version') stdout.write(`${version}\n`);
    else return await serve(command, context);
    return 0;
  } catch (error) {
    if (!UsageError.isInstance(error)) throw error;
    stderr.write(`sandbox: ${error.message}\n\n${usage}`);
    return 2;
  }
}

const renderings = { summary: renderSummary, env: renderEnv, json: renderJson };

async function serve(
  { options, output }: Extract<Command, { kind: 'start' }>,
  { stdout, stderr, signal }: ProgramContext,
): Promise<number> {
  const progress = createProgressLine(stderr);
  let sandbox: Sandbox;
  try {
    const { startSandbox } = await import('../sandbox.ts'); // only now: --help needs none of it
    sandbox = await startSandbox({ ...options, signal, onProgress: progress.say });
  } catch (error) {
    progress.clear();
    if (signal.aborted) return 0; // stopped while starting: nothing is left
    stderr.write(`sandbox: ${describeFailure(error, options)}\n`);
    return 1;
  }
  progress.clear();
  stdout.write(renderings[output](sandbox));
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
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
