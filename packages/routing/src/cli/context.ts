import { type ProgramContext as AnyContext, oneLine } from '@org/core/command';

/** The parts of the process that the program uses. */
export interface ProgramContext extends AnyContext {
  /** Aborts with the name of a signal, or with `EPIPE` when the reader of the output has gone. */
  readonly signal: AbortSignal;
}

export function note({ stderr }: Pick<ProgramContext, 'stderr'>, text: string): void {
  stderr.write(`routing: ${oneLine(text)}\n`);
}
