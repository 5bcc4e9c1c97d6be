/** An output of a program, which may be a terminal. @public */
export interface ProgramOutput {
  write(text: string | Uint8Array, done?: (error?: Error | null) => void): boolean;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

// As \p{Cc}, V8 would build tables of Unicode at every start of a program.
const unseen = /[^\t\n -~\xa0-\u200d\u2010-\u2029\u202f-\u2065\u206a-\u{10ffff}]/gu;
const controls = /[^ -~\xa0-\u2027\u202a-\u{10ffff}]+/gu;

/**
 * A text without characters that a terminal acts on: all controls but line feeds and tabs, and those that
 * reverse the direction, are written as JSON has them. @public
 */
export const printable = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(unseen, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A text as one line: the name of a road, the message of an error. @public */
export const oneLine = (text: string): string => text.replaceAll(controls, ' ').trim();

/** An output for written texts: a terminal gets them printable, a file or a pipe as they are. @public */
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
