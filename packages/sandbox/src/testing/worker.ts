import { isDeepStrictEqual } from 'node:util';
import { optionKinds, requireArgument } from '@org/core/basics';
import { inBackground } from '../http/background.ts';
import type { MailService } from '../mail/service/service.ts';
import type { MailServiceOptions } from '../mail/service/service-options.ts';
import type { RealtimeServiceOptions } from '../realtime/options.ts';
import type { RealtimeService } from '../realtime/realtime-service.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox.ts';

/** Options of the sandbox of a test worker. Mail and realtime always run. */
export interface WorkerSandboxOptions extends Pick<SandboxOptions, 'routing' | 'page'> {
  readonly mail?: MailServiceOptions;
  readonly realtime?: RealtimeServiceOptions;
}

/** A sandbox with mail and realtime. */
export interface WorkerSandbox extends Sandbox {
  readonly mail: MailService;
  readonly realtime: RealtimeService;
}

interface Started {
  readonly options: WorkerSandboxOptions;
  readonly sandbox: Promise<WorkerSandbox>;
}

const key = Symbol.for('@org/sandbox/worker');
const workers = globalThis as { [key]?: Started | undefined };

/**
 * The sandbox of this test worker: started by the first call, without routing and page by default. It does
 * not keep the process alive, and closes when the worker ends. Call `reset()` between tests. A runner that
 * gives each test file its own globals (Jest) gets one for each file.
 *
 * @example
 * const sandbox = await sandboxForWorker();
 * Object.assign(process.env, sandbox.env);
 * sandbox.reset(); // between tests: no mail, no requests, no faults
 *
 * @throws {TypeError} for other options than those of the first call
 */
export async function sandboxForWorker(options: WorkerSandboxOptions = {}): Promise<WorkerSandbox> {
  requireArgument('options', options, optionKinds.object);
  workers[key] ??= { options, sandbox: start(options) };
  const started = workers[key];
  if (isDeepStrictEqual(started.options, options)) return started.sandbox;
  throw new TypeError('sandboxForWorker() was called with other options before: a worker has one sandbox.');
}

async function start({ routing = false, page = false, ...options }: WorkerSandboxOptions) {
  try {
    const sandbox = await inBackground(() => startSandbox({ ...options, routing, page }));
    process.once('beforeExit', sandbox.close);
    const close = () => {
      workers[key] = undefined; // the next call starts another one
      process.off('beforeExit', sandbox.close);
      return sandbox.close();
    };
    return { ...sandbox, close, [Symbol.asyncDispose]: close } as WorkerSandbox;
  } catch (error) {
    workers[key] = undefined; // the next call tries again
    throw error;
  }
}
