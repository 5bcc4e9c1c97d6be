/** An output of a program, like `process.stdout`. */
export interface TextSink {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** A line that each step overwrites, on a terminal only. */
export interface ProgressLine {
  say(step: string): void;
  clear(): void;
}

export function createProgressLine(sink: TextSink): ProgressLine {
  if (!sink.isTTY) return { say() {}, clear() {} };
  return {
    say: (step) => {
      // A terminal that does not know its width says 0.
      const line = step.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, (sink.columns || 80) - 1);
      sink.write(`\r\u001B[2K${line}`);
    },
    clear: () => sink.write('\r\u001B[2K'),
  };
}
