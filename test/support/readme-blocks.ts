import { readFileSync } from 'node:fs';

export interface CodeBlock {
  readonly code: string;
  /** Line of the first line of code, from 1. */
  readonly line: number;
}

/** The code blocks of a Markdown file whose opening line has these words after the three backticks. */
export function codeBlocks(file: string, words: string): readonly CodeBlock[] {
  return codeBlocksIn(readFileSync(file, 'utf8'), words);
}

/** The code blocks of Markdown, or of a part of it. */
export function codeBlocksIn(text: string, words: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  for (const match of text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)) {
    const line = text.slice(0, match.index).split('\n').length + 1;
    if (match[1] === words) blocks.push({ code: match[2] ?? '', line });
  }
  return blocks;
}

/** Complete programs that must work as they stand: ```ts run. */
export function runnableBlocks(file: string): readonly CodeBlock[] {
  return codeBlocks(file, 'ts run');
}

/** The part of Markdown from a heading of the second level to the next one. */
export function sectionOf(text: string, heading: string): string {
  const parts = text.split(/^(?=## )/m);
  return parts.find((part) => part.startsWith(`## ${heading}\n`)) ?? '';
}
