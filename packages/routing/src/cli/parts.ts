import type { ProgressOptions, RoutingProgress } from '../call-options.ts';
import { note, type ProgramContext } from './context.ts';
import { createProgressBar, remaining } from './progress.ts';

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
    const checkpoint = path === undefined ? undefined : await openCheckpoint(path);
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

async function openCheckpoint(path: string) {
  const { fileCheckpoint } = await import('../checkpoint/index.ts');
  return fileCheckpoint(path);
}
