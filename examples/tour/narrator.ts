import { styleText } from 'node:util';

/** Prints the tour: chapters, checked facts, figures. Colors and progress on a terminal only. */
export interface Narrator {
  chapter(title: string): void;
  /** Prints a checked fact. @throws Error when it is false, which ends the tour */
  check(holds: boolean, fact: string, figure?: string): void;
  note(text: string): void;
  /** Shows progress. Returns the function that removes it. */
  busy(text: string): () => void;
  readonly checks: number;
}

export function createNarrator(output: NodeJS.WriteStream): Narrator {
  const isTerminal = output.isTTY === true;
  const paint = (format: Parameters<typeof styleText>[0], text: string) =>
    isTerminal ? styleText(format, text, { stream: output }) : text;
  const print = (line: string) => output.write(`${line}\n`);
  let checks = 0;
  return {
    get checks() {
      return checks;
    },
    chapter: (title) => print(`\n${paint('bold', title)}`),
    check(holds, fact, figure) {
      if (!holds) {
        print(`  ${paint('red', '✗')} ${fact}${figure === undefined ? '' : ` — ${figure}`}`);
        throw new Error(`A check of the tour failed: ${fact}`);
      }
      checks += 1;
      const measured = figure === undefined ? '' : paint('dim', figure);
      print(`  ${paint('green', '✓')} ${fact.padEnd(64)}${measured}`.trimEnd());
    },
    note: (text) => print(text.replace(/^/gm, '    ')),
    busy(text) {
      if (!isTerminal) return () => {};
      output.write(`  … ${text}`);
      return () => output.write('\r\u001b[K');
    },
  };
}
