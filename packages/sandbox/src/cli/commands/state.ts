import { readFile, writeFile } from 'node:fs/promises';
import type { SandboxState } from '../../mail/state/mail-state.ts';
import { defineCommand, print } from '../command.ts';
import { findSandbox, urlOption } from '../sandbox-client.ts';
import { CommandError } from '../usage-error.ts';

/** `sandbox save state.json`: the state of the running sandbox. */
export const save = defineCommand({
  name: 'save',
  usage: '<file>',
  summary: 'write mail, rows of the services, rules and faults into a file',
  minArgs: 1,
  options: urlOption,
  async run(invocation) {
    const [file = ''] = invocation.args;
    const client = await findSandbox(invocation.options, invocation.signal);
    const state = await client.get<SandboxState>('/api/state');
    // Mail may have secrets.
    await writeFile(file, JSON.stringify(state), { mode: 0o600 }).catch(failWith(file));
    print(invocation, { file, mail: state.mail.length }, `${file} has ${state.mail.length} messages.\n`);
  },
});

/** `sandbox load state.json`: puts a saved state in place of the current one. */
export const load = defineCommand({
  name: 'load',
  usage: '<file>',
  summary: 'replace mail, rows of the services, rules and faults by those of a file',
  minArgs: 1,
  options: urlOption,
  async run(invocation) {
    const [file = ''] = invocation.args;
    const text = await readFile(file, 'utf8').catch(failWith(file));
    const client = await findSandbox(invocation.options, invocation.signal);
    await client.send('PUT', '/api/state', parse(text, file));
    print(invocation, { file }, `The sandbox has the state of ${file}.\n`);
  },
});

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandError(`${file} is not JSON. Make one with: sandbox save ${file}`, { cause });
  }
}

const failWith = (file: string) => (cause: Error) => {
  throw new CommandError(`${file}: ${cause.message}`, { cause });
};
