// The lines of `docs/sdks.md`, each in a program of its SDK with the environment of a sandbox.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import { run } from '../../../routing/test/peers/support/process.ts';
import { type Sandbox, startSandbox } from '../../src/index.ts';
import { sdkLines } from '../sdks/sdk-lines.ts';
import { pythonProgram, type UnchangedProgram } from './support/unchanged-programs.ts';

/** The benchmarks have the SDKs for Node. */
const bench = fileURLToPath(new URL('../../../../bench', import.meta.url));
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ routing: false, realtime: false, page: false, mail: { strict: true } });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const programs = await Promise.all(
  sdkLines
    .filter(({ send }) => send !== undefined)
    .map(async ({ language, name, version, line, send = '' }) => {
      const source = send.replace('LINE', () => line);
      const title = `${language}: ${name} ${version}`;
      if (language === 'Python')
        return [title, await obtain(title, () => pythonProgram(`${name}==${version}`, source))] as const;
      const command = [process.execPath, '--input-type=module', '-e', source];
      return [title, { command, cwd: bench } satisfies UnchangedProgram] as const;
    }),
);

describe.each(programs)('%s', (_title, program) => {
  it.skipIf(program === undefined)('sends to the sandbox', async () => {
    const { command: [command = '', ...args] = [], env, ...rest } = program ?? {};
    await run({ command, args, env: { PATH: process.env['PATH'], ...sandbox.env, ...env }, ...rest });
    expect(sandbox.mail?.mailbox.list().flatMap(({ envelope }) => envelope.to)).toEqual(['bob@example.com']);
  });
});
