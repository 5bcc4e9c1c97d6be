import type { Writable } from 'node:stream';

/** An output of a program, which may be a terminal. @public */
export type ProgramOutput = Writable & {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
};

/**
 * A text without characters that a terminal acts on: all controls but line feeds and tabs, and those that
 * reverse the direction, are written as JSON has them. @public
 */
export const printable = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(
      /[^\P{Cc}\n\t]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );

/** A text as one line: the name of a road, the message of an error. @public */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** An output for texts of others: a terminal gets them printable, a file or a pipe as they are. @public */
export function terminalOutput<Output extends ProgramOutput>(output: Output): Output {
  if (!output.isTTY) return output;
  return new Proxy(output, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name !== 'write') return value.bind(target);
      return (chunk: unknown, ...rest: readonly unknown[]) =>
        value.call(target, typeof chunk === 'string' ? printable(chunk) : chunk, ...rest);
    },
  });
}
