import type { Readable, Writable } from 'node:stream';

/** An output of the program, which may be a terminal. */
export type TextSink = Writable & { readonly isTTY?: boolean | undefined; readonly columns?: number };

/** The parts of the process that the program uses. */
export interface ProgramContext {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly version: string;
  /** Aborts with the name of a signal, or with `EPIPE` when the reader of the output has gone. */
  readonly signal: AbortSignal;
}

/** A text without control characters: a terminal would act on those in the name of a road. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** A line on stderr. */
export function note({ stderr }: Pick<ProgramContext, 'stderr'>, text: string): void {
  stderr.write(`routing: ${oneLine(text)}\n`);
}
