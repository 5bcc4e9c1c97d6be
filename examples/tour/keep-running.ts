import { createInterface } from 'node:readline/promises';
import type { Sandbox } from '@org/sandbox';

/** On a terminal: offers to leave the services running, and waits. In a pipe there is nobody to ask. */
export async function keepRunning(sandbox: Sandbox): Promise<void> {
  if (!process.stdin.isTTY || !process.stdout.isTTY || process.env['CI']) return;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question('Keep the sandbox running to look around? [y/N] ');
    if (!/^y/i.test(answer.trim())) return;
    for (const [name, value] of Object.entries(sandbox.env))
      process.stdout.write(`  export ${name}=${value}\n`);
    if (sandbox.page) process.stdout.write(`  ${sandbox.page.url}\n`);
    await terminal.question('Enter ends it. ');
  } finally {
    terminal.close();
  }
}
