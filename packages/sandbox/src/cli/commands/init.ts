import { writeFile } from 'node:fs/promises';
import { defineCommand, print } from '../command.ts';
import { CommandError } from '../usage-error.ts';

/** `sandbox init`: a configuration to begin with. */
export const init = defineCommand({
  name: 'init',
  usage: '[file]',
  summary: 'write sandbox.config.ts, which a start finds by itself',
  details: 'A file that exists is not changed. With a name that ends with .json, it writes JSON.',
  maxArgs: 1,
  async run(invocation) {
    const [file = 'sandbox.config.ts'] = invocation.args;
    const text = JSON.stringify(example, undefined, 2);
    const module = `import type { SandboxConfig } from '@org/sandbox';\n\nexport ${defaultOf(text)}`;
    const content = file.endsWith('.ts') ? module : file.endsWith('.json') ? `${text}\n` : undefined;
    if (content === undefined) throw new CommandError(`${file} must end with .ts or .json.`);
    await writeFile(file, content, { flag: 'wx' }).catch((cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'EEXIST' ? 'It exists already.' : cause.message;
      throw new CommandError(`${file}: ${reason}`, { cause });
    });
    print(invocation, { file }, `${file} is written. Start with it: sandbox up\n`);
  },
});

const defaultOf = (text: string): string => `default ${text} satisfies SandboxConfig;\n`;

const example = {
  page: { port: 8025 },
  mail: { port: 8026, smtp: { port: 1025 } },
  realtime: { port: 6001 },
  seed: {
    mails: [
      {
        from: 'Ann <ann@acme.dev>',
        to: 'bob@example.com',
        subject: 'Welcome',
        text: 'Hello Bob',
        tags: ['demo'],
      },
    ],
    contacts: [{ email: 'bob@example.com', firstName: 'Bob' }],
    templates: [{ name: 'welcome', subject: 'Welcome', html: '<p>Hello</p>' }],
    faults: [],
  },
} as const;
