import { createInterface } from 'node:readline/promises';
import type { Sandbox } from '@org/sandbox';

/** The terminal for questions. */
export interface Terminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
}

/** On a terminal: offers to keep the services running, and waits. Does nothing in a pipe. */
export async function keepRunning(
  sandbox: Pick<Sandbox, 'env' | 'page'>,
  { input, output }: Terminal = { input: process.stdin, output: process.stdout },
): Promise<void> {
  if (!input.isTTY || !output.isTTY || process.env['CI']) return;
  const prompt = createInterface({ input, output });
  // Ctrl+C and Ctrl+D reject the question. Both mean no.
  const ask = (question: string) =>
    prompt.question(question).catch(() => {
      output.write('\n');
      return '';
    });
  try {
    const answer = await ask('Keep the sandbox running? [y/N] ');
    if (!/^y/i.test(answer.trim())) return;
    for (const [name, value] of Object.entries(sandbox.env)) output.write(`  export ${name}=${value}\n`);
    if (sandbox.page) output.write(`  ${sandbox.page.url}\n`);
    await ask('Press Enter to stop the sandbox. ');
  } finally {
    prompt.close();
  }
}
