import { formatSeconds } from '../picture/units.ts';
import { oneLine, type TextSink } from './context.ts';

/** A line that each step overwrites, on a terminal only. */
export interface ProgressBar {
  show(fraction: number, text: string): void;
  clear(): void;
}

const width = 24;

export function createProgressBar(sink: TextSink | undefined): ProgressBar {
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
