import { oneLine, type ProgramOutput } from '@org/core/command';
import type { ProgressOptions, RoutingProgress } from '../call-options.ts';
import { fileCheckpoint } from '../checkpoint/index.ts';
import { formatSeconds } from '../picture/units.ts';
import { note, type ProgramContext } from './context.ts';

/** A line that each step overwrites, on a terminal only. */
export interface ProgressBar {
  show(fraction: number, text: string): void;
  clear(): void;
}

const width = 24;

export function createProgressBar(sink: ProgramOutput | undefined): ProgressBar {
  if (!sink?.isTTY) return { show() {}, clear() {} };
  let last = '';
  return {
    show: (fraction, text) => {
      const filled = Math.round(Math.min(1, Math.max(0, fraction)) * width);
      const bar = '#'.repeat(filled).padEnd(width, '-');
      const line = oneLine(`[${bar}] ${text}`).slice(0, (sink.columns ?? 80) - 1);
      if (line !== last) sink.write(`\r\u001B[2K${line}`);
      last = line;
    },
    clear: () => {
      if (last !== '') sink.write('\r\u001B[2K');
      last = '';
    },
  };
}

/** The rest of the time if the parts that are left take as long as those before; restored parts take none. */
export function remaining(
  { done, total, restored }: { readonly done: number; readonly total: number; readonly restored: number },
  elapsedMs: number,
): string {
  const sent = done - restored;
  if (sent === 0 || done === total) return '';
  return `, ${formatSeconds(((elapsedMs / sent) * (total - done)) / 1000)} left`;
}

/**
 * Runs a call that may take several requests: with a progress bar on a terminal, and with the checkpoint of
 * `--resume`. If it ends early, prints what the checkpoint has.
 */
export async function runInParts<Result>(
  { resume: path, output }: { readonly resume?: string | undefined; readonly output?: string | undefined },
  context: ProgramContext,
  run: (options: ProgressOptions) => Promise<Result>,
): Promise<Result> {
  const { stdout, stderr, signal } = context;
  // A result on the same terminal would be mixed with the bar.
  const bar = createProgressBar(stdout.isTTY && output === undefined ? undefined : stderr);
  const startedMs = performance.now();
  let last: RoutingProgress | undefined;
  const onProgress = (progress: RoutingProgress) => {
    last = progress;
    const { done, total, restored } = progress;
    const kept = restored === 0 ? '' : ` (${restored} restored)`;
    const rest = remaining(progress, performance.now() - startedMs);
    if (done === total) bar.clear();
    else bar.show(done / total, `${done} of ${total} requests${kept}${rest}`);
  };
  try {
    const checkpoint = path === undefined ? undefined : fileCheckpoint(path);
    return await run({ signal, onProgress, ...(checkpoint && { checkpoint }) });
  } catch (error) {
    bar.clear();
    if (last !== undefined && path !== undefined) {
      const parts = `${last.done} of ${last.total} requests are in ${path}`;
      note(context, `${parts}. Repeat the command to send the others.`);
    }
    throw error;
  } finally {
    bar.clear();
  }
}
