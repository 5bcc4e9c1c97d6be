/** Where a program writes; `process.stdout` and `process.stderr` are such. */
export interface TextSink {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** One line that is written over and over, on a terminal; in a pipe it says nothing. */
export interface ProgressLine {
  say(step: string): void;
  clear(): void;
}

export function createProgressLine(sink: TextSink): ProgressLine {
  if (!sink.isTTY) return { say() {}, clear() {} };
  return {
    say: (step) => {
      const line = step.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, (sink.columns ?? 80) - 1);
      sink.write(`\r\u001B[2K${line}`);
    },
    clear: () => sink.write('\r\u001B[2K'),
  };
}
