import { createInterface } from 'node:readline/promises';
import type { Sandbox } from '@org/sandbox';

/** The terminal that is asked; the process's own unless told. */
export interface Terminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
}

/** On a terminal: offers to leave the services running, and waits. In a pipe there is nobody to ask. */
export async function keepRunning(
  sandbox: Pick<Sandbox, 'env' | 'page'>,
  { input, output }: Terminal = { input: process.stdin, output: process.stdout },
): Promise<void> {
  if (!input.isTTY || !output.isTTY || process.env['CI']) return;
  const asking = createInterface({ input, output });
  // Ctrl+C and Ctrl+D end the question with an error: whoever presses them has answered, too.
  const ask = (question: string) =>
    asking.question(question).catch(() => {
      output.write('\n');
      return '';
    });
  try {
    const answer = await ask('Keep the sandbox running to look around? [y/N] ');
    if (!/^y/i.test(answer.trim())) return;
    for (const [name, value] of Object.entries(sandbox.env)) output.write(`  export ${name}=${value}\n`);
    if (sandbox.page) output.write(`  ${sandbox.page.url}\n`);
    await ask('Enter ends it. ');
  } finally {
    asking.close();
  }
}
