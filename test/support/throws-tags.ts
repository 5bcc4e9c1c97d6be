/** The `@throws` of a text, each in one line. */
export function throwsTags(text: string): readonly string[] {
  return [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap(([comment]) =>
    [...comment.matchAll(/@throws\b([\s\S]*?)(?=\s@[a-z]+\b(?!\/)|\*\/|\n\s*\*\s*\n)/g)].map(
      ([, words = '']) =>
        words
          .replace(/\n\s*\*/g, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
    ),
  );
}

const errorName = /^\{?[A-Z]\w+(?: \| [A-Z]\w+)*\}?(?:[,;:]| and\b)?/;

/**
 * Whether an error of a `@throws` has no condition: fewer than three words follow its name. That nothing was
 * sent is not a condition.
 */
export function withoutCondition(words: string): boolean {
  return words.split(/(?<=[,;]|\band|\bor) (?=\{?[A-Z]\w*Error\b)/).some((part) => {
    const condition = part.replace(errorName, '').replace(/before anything is sent/, '');
    return condition.split(/\s+/).filter((word) => /\w/.test(word)).length < 3;
  });
}
