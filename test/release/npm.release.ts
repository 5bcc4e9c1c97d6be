import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '@org/sandbox';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { run } from '../../scripts/run.ts';
import { classic, modern, printed } from './support/programs.ts';
import { alone, createProject, createTestProject, installed, installWithNpm } from './support/project.ts';

const { versions } = inject('releases').minor;
const programOf = (variable: string) => process.env[variable] ?? '';
const runtimes = [
  { name: 'this Node', program: process.execPath, flags: [] },
  { name: 'Node 22.12', program: programOf('NODE_22_PATH'), flags: [] },
  { name: 'Node 26', program: programOf('NODE_26_PATH'), flags: [] },
  { name: 'Bun', program: programOf('BUN_PATH'), flags: ['run'] },
  { name: 'Deno', program: programOf('DENO_PATH'), flags: ['run', '--allow-all'] },
] as const;

describe('a project with npm', () => {
  let sandbox: Sandbox;
  let project: string;

  beforeAll(async () => {
    sandbox = await startSandbox({ routing: false, page: false });
    const dependencies = {
      '@org/email': `^${versions['@org/email']}`,
      '@org/routing': `^${versions['@org/routing']}`,
      '@org/realtime': `^${versions['@org/realtime']}`,
    };
    project = createProject({
      'package.json': { private: true, dependencies },
      'modern.mjs': modern,
      'classic.cjs': classic,
    });
    await installWithNpm(project);
  });

  afterAll(async () => {
    await sandbox.close();
    rmSync(project, { recursive: true, force: true });
  });

  it('has one core, and nothing that it does not need', () => {
    const expected = ['@noble/ciphers', '@org/core', '@org/email', '@org/realtime', '@org/routing', 'ws'];
    expect(installed(project)).toEqual(expected);
    expect(existsSync(join(project, 'node_modules', '@org', 'email', 'node_modules'))).toBe(false);
  });

  describe.each(runtimes)('$name', ({ program, flags }) => {
    const note = program === '' ? ' (skipped: its path is not in the environment)' : '';
    it.skipIf(program === '').each(['modern.mjs', 'classic.cjs'])(`runs %s${note}`, async (file) => {
      const options = { cwd: project, env: { ...alone, ...sandbox.env } };
      expect((await run(program, [...flags, file], options)).trim()).toBe(printed);
    });
  });

  it('a program whose libraries need older peers installs, and sends through nodemailer', async () => {
    const folder = createTestProject({
      'package.json': {
        private: true,
        // Such as Auth.js, whose peer is nodemailer 7 or 8.
        dependencies: {
          '@org/email': versions['@org/email'],
          '@org/realtime': versions['@org/realtime'],
          react: '^17.0.2',
          vue: '^2.7.16',
          nodemailer: '^8.0.5',
          'html-to-text': '^9.0.5',
          bullmq: '^5.0.0',
          undici: '^6.21.0',
        },
      },
      'app.mjs': `import { createEmailClient } from '@org/email';
        import { nodemailerTransport } from '@org/email/nodemailer';
        import { resend } from '@org/email/resend';
        import { createRealtimeClient } from '@org/realtime';
        import nodemailer from 'nodemailer';
        await createRealtimeClient({ key: 'k', cluster: 'eu' }).close();
        const email = createEmailClient({ driver: resend() });
        const message = { from: 'a@acme.dev', to: 'b@example.com', subject: 'Hi', html: '<p>Hi</p>' };
        const transporter = nodemailer.createTransport(nodemailerTransport(email));
        console.log((await transporter.sendMail(message)).accepted);
        console.log((await email.send({ ...message, text: 'from-html' })).outcomes[0].status);
        await email.close();`,
    });
    await installWithNpm(folder);
    const options = { cwd: folder, env: { ...alone, ...sandbox.env } };
    const output = await run(process.execPath, ['app.mjs'], options);
    expect(output.trim()).toBe("[ 'b@example.com' ]\naccepted");
  });

  it('a service with one product and the sandbox from the registry runs against it', async () => {
    const folder = createTestProject({
      'package.json': {
        private: true,
        dependencies: { '@org/email': versions['@org/email'] },
        devDependencies: { '@org/sandbox': versions['@org/sandbox'] },
      },
      'app.mjs': `import { createEmailClient } from '@org/email';
        import { plunk } from '@org/email/plunk';
        const email = createEmailClient({ driver: plunk() });
        const message = { from: 'a@acme.dev', to: 'b@example.com', subject: 'Hi', html: '<p>Hi</p>' };
        console.log((await email.send(message)).outcomes[0].status);
        await email.close();`,
    });
    await installWithNpm(folder);
    const command = ['--no-install', 'org-sandbox', 'exec', '--', 'node', 'app.mjs'];
    expect(await run('npx', command, { cwd: folder, env: alone })).toContain('accepted');
  });
});
