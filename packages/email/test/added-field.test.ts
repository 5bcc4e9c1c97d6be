import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const email = fileURLToPath(new URL('..', import.meta.url));

/** A file, a text that it has once, and the line that stands before that text once the field is added. */
type Line = readonly [file: string, before: string, line: string];

// The row, its lines in the interfaces, and two services that have it.
const lines: readonly Line[] = [
  [
    'model/fields.ts',
    '  sandbox: row(readBoolean, {',
    "pool: row(readFilledLine, { absence: refused('is not possible: the service has no pools') }),",
  ],
  [
    'model/message/message-base.ts',
    '/** The service checks the message and sends nothing.',
    "readonly pool?: FieldOf<Capabilities, 'pool', string> | undefined;",
  ],
  ['model/capabilities.ts', '/** The field `sandbox`.', 'readonly pool?: boolean | undefined;'],
  ['drivers/resend/limits.ts', 'stream: true,', 'pool: true,'],
  ['drivers/resend/encode.ts', 'topic_id: stream,', 'ip_pool: message.pool,'],
  ['drivers/postmark/limits.ts', 'stream: true,', 'pool: true,'],
  ['drivers/postmark/encode.ts', 'MessageStream: stream,', 'IpPool: message.pool,'],
];

// Types are removed, and nothing is mocked: the bodies are what a server on loopback reads.
const program = `
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createEmailClient } from './src/index.ts';
import { plunk } from './src/drivers/plunk/index.ts';
import { postmark } from './src/drivers/postmark/index.ts';
import { resend } from './src/drivers/resend/index.ts';

const bodies = [];
const server = createServer(async (request, response) => {
  const body = JSON.parse(Buffer.concat(await request.toArray()));
  bodies.push(body.IpPool ?? body.ip_pool ?? null);
  response.writeHead(422, { 'content-type': 'application/json' }).end('{}');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const options = { apiKey: 'key', baseUrl: 'http://127.0.0.1:' + server.address().port };
const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };
const seen = [];
for (const driver of [resend(options), postmark(options), plunk(options)]) {
  await using email = createEmailClient({ driver });
  for (const field of [{}, { pool: 'warm' }, { pool: '' }, { pol: 'warm' }]) {
    const { code, message: text } = await email.send({ ...message, ...field }).catch((error) => error);
    seen.push([driver.name, bodies.splice(0), code, text]);
  }
}
server.close();
process.stdout.write(JSON.stringify(seen));
`;

it('a field that two services have is its row, its interfaces and two encoders; no other file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'email-field-'));
  try {
    await cp(join(email, 'src'), join(folder, 'src'), { recursive: true });
    await cp(join(email, 'package.json'), join(folder, 'package.json'));
    await symlink(join(email, 'node_modules'), join(folder, 'node_modules'));
    for (const [file, before, line] of lines) {
      const path = join(folder, 'src', file);
      const text = await readFile(path, 'utf8');
      expect(text.split(before).length, `${file}: ${before}`).toBe(2);
      await writeFile(
        path,
        text.replace(before, () => `${line}\n${before}`),
      );
    }
    await writeFile(join(folder, 'program.mts'), program);
    const run = promisify(execFile);
    const args = ['--conditions=@org/source', join(folder, 'program.mts')];
    const { stdout } = await run(process.execPath, args, { timeout: 60_000 });
    const any = expect.any(String);
    const wrong = [[], 'invalid-input', expect.stringContaining('`pool` ')];
    const misspelt = [[], 'invalid-input', expect.stringContaining('did you mean `pool`?')];
    const refused = 'plunk cannot send this message: `pool` is not possible: the service has no pools.';
    expect(JSON.parse(stdout)).toEqual([
      ['resend', [null], any, any],
      ['resend', ['warm'], any, any],
      ['resend', ...wrong],
      ['resend', ...misspelt],
      ['postmark', [null], any, any],
      ['postmark', ['warm'], any, any],
      ['postmark', ...wrong],
      ['postmark', ...misspelt],
      ['plunk', [null], any, any],
      ['plunk', [], 'unsupported', refused],
      ['plunk', ...wrong],
      ['plunk', ...misspelt],
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
