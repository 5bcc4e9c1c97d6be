import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { startChild } from '../child.ts';
import type { Progress, Section } from '../report.ts';
import { median } from '../statistics.ts';

const rounds = 9;

interface Program {
  readonly names: string;
  readonly from: string;
  /** Sends one mail. */
  readonly send: string;
}

/** Our entries and official SDKs, each with the shortest program that its page shows. */
function programsFor(origin: string): Readonly<Record<string, Program>> {
  const mail = `from: 'a@acme.dev', to: 'b@example.com', subject: 'Hi', html: '<p>Hi</p>'`;
  const ours = (driver: string) =>
    `const driver = ${driver}({ apiKey: 'k', baseUrl: '${origin}' });
    await createEmailClient({ driver }).send({ ${mail} });`;
  const light = (driver: string): Program => ({
    names: `createEmailClient, ${driver}`,
    from: `@org/email/${driver}/send`,
    send: ours(driver),
  });
  return {
    '`@org/email/resend/send`': light('resend'),
    '`@org/email`, `resend()`': {
      names: 'createEmailClient',
      from: `@org/email'; import { resend } from '@org/email/resend`,
      send: ours('resend'),
    },
    'the SDK of Resend': {
      names: 'Resend',
      from: 'resend',
      send: `await new Resend('re_1', { baseUrl: '${origin}' }).emails.send({ ${mail} });`,
    },
    '`@org/email/plunk/send`': light('plunk'),
    'the SDK of Plunk': {
      names: 'default as sdk',
      from: '@plunk/node',
      send: `await new (sdk.default ?? sdk)('sk_1', { baseUrl: '${origin}/v1/' }).emails.send({
        from: 'a@acme.dev', to: 'b@example.com', subject: 'Hi', body: '<p>Hi</p>' });`,
    },
    '`@org/email/postmark/send`': light('postmark'),
    'the SDK of Postmark': {
      names: 'ServerClient',
      from: 'postmark',
      send: `await new ServerClient('k', { useHttps: false, requestHost: '${new URL(origin).host}' })
        .sendEmail({ From: 'a@acme.dev', To: 'b@example.com', Subject: 'Hi', HtmlBody: '<p>Hi</p>' });`,
    },
    '`@org/email/sendgrid/send`': light('sendgrid'),
    'the SDK of SendGrid': {
      names: 'default as sdk',
      from: '@sendgrid/mail',
      send: `sdk.setApiKey('SG.1'); sdk.client.setDefaultRequest('baseUrl', '${origin}/');
        await sdk.send({ ${mail} });`,
    },
  };
}

/**
 * The CPU time of a program in one file, over that of a bare Node: with the import alone, and until the
 * service has answered the first mail.
 */
export async function measureFirstMail(progress: Progress): Promise<Section> {
  await using server = await startChild<readonly [number]>('email/server.ts');
  const programs = programsFor(`http://127.0.0.1:${server.first[0]}`);
  const folder = mkdtempSync(join(tmpdir(), 'org-first-mail-'));
  const files = new Map([['bare', await writeProgram(folder, '')]]);
  for (const [name, { names, from, send }] of Object.entries(programs)) {
    const imports = `import { ${names} } from '${from}';`;
    const used = names.replace('default as ', '');
    files.set(`${name} import`, await writeProgram(folder, `${imports} globalThis.used = [${used}];`));
    files.set(`${name} mail`, await writeProgram(folder, `${imports} ${send}`));
  }
  const times = new Map<string, number[]>([...files.keys()].map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    progress(`first-mail: round ${round} of ${rounds}`);
    for (const [name, file] of files) {
      const tookMs = cpuMsOf(file);
      // The first round is for the disk.
      if (round > 0) times.get(name)?.push(tookMs);
    }
  }
  rmSync(folder, { recursive: true, force: true });
  const bareMs = median(times.get('bare') ?? []);
  const beyond = (name: string) => median(times.get(name) ?? []) - bareMs;
  const rows = Object.keys(programs).map(
    (name) => [name, beyond(`${name} import`), beyond(`${name} mail`)] as const,
  );
  const [[, ownImport, ownMail] = ['', Number.NaN, Number.NaN]] = rows;
  return {
    title: `The first mail: CPU time over a bare Node (${bareMs.toFixed(0)} ms), of the first row's`,
    columns: ['program', 'import', 'until the first mail'],
    rows: rows.map(([name, imported, mailed]) => [
      name,
      (imported / ownImport).toFixed(2),
      (mailed / ownMail).toFixed(2),
    ]),
    data: Object.fromEntries(rows.map(([name, imported, mailed]) => [name, { imported, mailed }])),
  };
}

async function writeProgram(folder: string, contents: string): Promise<string> {
  const end = 'const { user, system } = process.cpuUsage(); console.log(user + system); process.exit();';
  const { outputFiles } = await build({
    stdin: { contents: `${contents}\n${end}`, resolveDir: new URL('..', import.meta.url).pathname },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    // SDKs in CommonJS require modules of Node; the renderer is an optional peer of Resend's.
    banner: { js: `import { createRequire } from 'node:module'; const require = createRequire('file:///');` },
    external: ['@react-email/render'],
  });
  const file = join(folder, `${crypto.randomUUID()}.mjs`);
  writeFileSync(file, outputFiles[0]?.contents ?? '');
  return file;
}

function cpuMsOf(file: string): number {
  const env = { PATH: process.env['PATH'] };
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`A program ended with ${status}: ${stderr.slice(-500)}`);
  return Number(stdout.trim().split('\n').at(-1)) / 1_000;
}
