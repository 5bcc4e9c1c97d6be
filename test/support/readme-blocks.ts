import { readFileSync } from 'node:fs';

export interface CodeBlock {
  readonly code: string;
  /** TenantQueue of the first line of code, from 1. */
  readonly line: number;
}

/** The blocks of a Markdown file that begin with ```ts run: complete programs that must work as they stand. */
export function runnableBlocks(file: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  const text = readFileSync(file, 'utf8');
  for (const match of text.matchAll(/^```ts run\n([\s\S]*?)^```$/gm)) {
    const line = text.slice(0, match.index).split('\n').length + 1;
    blocks.push({ code: match[1] ?? '', line });
  }
  return blocks;
}
