import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/package-entries.ts';
import { run } from '../../scripts/run.ts';
import { strictOptions, typedProgram } from '../support/two-cores.ts';

const program = typedProgram('./one/dist/index.js', './other/dist/index.js');
const options = { compilerOptions: strictOptions, files: ['program.ts'] };

describe('two copies of core in one program', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'org-copies-'));
    for (const copy of ['one', 'other'])
      for (const part of ['dist', 'package.json'])
        cpSync(`${root}packages/core/${part}`, join(folder, copy, part), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
    writeFileSync(join(folder, 'program.ts'), program);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('have the same types', async () => {
    await run('tsc', ['-p', folder, '--noEmit'], { cwd: root });
  });

  it('a credential of one is a credential of the other', async () => {
    const script = `
      const one = await import('./one/dist/index.js');
      const { Secret } = await import('./other/dist/index.js');
      const seen = [];
      const service = { name: 'acme', baseUrl: 'https://acme.example', auth: one.bearerAuth() };
      const transport = async ({ headers }) => {
        seen.push(headers.get('authorization'));
        return one.createServiceResponse(204, new Headers(), new Uint8Array());
      };
      const client = one.createServiceClient({ ...service, credential: new Secret('key') }, { transport });
      await client.request({ method: 'GET', path: '/' });
      console.log(seen.join(), one.Secret.isInstance(new Secret('a')));
    `;
    const printed = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder });
    expect(printed.trim()).toBe('Bearer key true');
  });
});
