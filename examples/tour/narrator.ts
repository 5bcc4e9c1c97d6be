import { styleText } from 'node:util';

/** Prints the tour: chapters, checked facts, figures. Colours and a progress line on a terminal only. */
export interface Narrator {
  chapter(title: string): void;
  /** Prints a checked fact. @throws Error when it does not hold, so the tour fails */
  check(holds: boolean, fact: string, figure?: string): void;
  note(text: string): void;
  /** Shows that work is in progress; the returned function ends it. */
  busy(text: string): () => void;
  readonly checks: number;
}

export function createNarrator(output: NodeJS.WriteStream): Narrator {
  const isTerminal = output.isTTY === true;
  const paint = (format: Parameters<typeof styleText>[0], text: string) =>
    isTerminal ? styleText(format, text, { stream: output }) : text;
  const say = (line: string) => output.write(`${line}\n`);
  let checks = 0;
  return {
    get checks() {
      return checks;
    },
    chapter: (title) => say(`\n${paint('bold', title)}`),
    check(holds, fact, figure) {
      if (!holds) {
        say(`  ${paint('red', '✗')} ${fact}${figure === undefined ? '' : ` — ${figure}`}`);
        throw new Error(`The tour expected: ${fact}`);
      }
      checks += 1;
      const measured = figure === undefined ? '' : paint('dim', figure);
      say(`  ${paint('green', '✓')} ${fact.padEnd(64)}${measured}`.trimEnd());
    },
    note: (text) => say(text.replace(/^/gm, '    ')),
    busy(text) {
      if (!isTerminal) return () => {};
      output.write(`  … ${text}`);
      return () => output.write('\r\u001b[K');
    },
  };
}
