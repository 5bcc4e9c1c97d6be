import { styleText } from 'node:util';

/** Tells the tour to whoever watches: chapters, checked facts, figures. Colours and a moving line on a terminal only. */
export interface Narrator {
  chapter(title: string): void;
  /** A fact that was checked. @throws Error when it does not hold: the tour then fails */
  check(holds: boolean, fact: string, figure?: string): void;
  note(text: string): void;
  /** Shows that something takes a moment; the returned function ends it. */
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
      say(
        `  ${paint('green', '✓')} ${fact.padEnd(64)}${figure === undefined ? '' : paint('dim', figure)}`.trimEnd(),
      );
    },
    note: (text) => say(text.replace(/^/gm, '    ')),
    busy(text) {
      if (!isTerminal) return () => {};
      output.write(`  … ${text}`);
      return () => output.write('\r\u001b[K');
    },
  };
}
