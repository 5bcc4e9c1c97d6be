import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { runProgram } from '../src/cli/run.ts';
import { type SandboxState, startMailService, startSandbox } from '../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-state-'));
const children = new Set<ChildProcess>();
afterEach(async () => {
  for (const child of children) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  children.clear();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const post = (url: string, json: unknown) =>
  fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'api-key': 'any' },
    body: JSON.stringify(json),
  });
const mailOf = (subject: string) => ({ from: 'a@acme.dev', to: 'b@example.com', subject, text: 'Hi' });

describe('a state as JSON', () => {
  it('has mail and rows, and another sandbox takes it', async () => {
    await using first = await startSandbox({ routing: false, realtime: false });
    const resend = first.mail?.services['resend']?.url;
    await post(`${resend}/emails`, mailOf('One'));
    await post(`${resend}/contacts`, { email: 'carol@example.com' });
    const [message] = first.mail?.mailbox.list() ?? [];
    first.mail?.mailbox.setTags([message?.id ?? ''], ['kept']);
    const file = join(folder, 'state.json');
    const run = (url: string | undefined, ...args: string[]) => {
      const errors: string[] = [];
      const sink = { write: (text: string) => void errors.push(text) };
      return runProgram({
        args: [...args, '--url', url ?? ''],
        stdout: { write() {} },
        stderr: sink,
        version: '',
        signal: new AbortController().signal,
      }).then((code) => [code, ...errors]);
    };
    expect(await run(first.page?.url, 'save', file)).toEqual([0]);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);

    await using second = await startSandbox({ routing: false, realtime: false });
    await post(`${second.mail?.services['resend']?.url}/emails`, mailOf('Replaced'));
    expect(await run(second.page?.url, 'load', file)).toEqual([0]);
    expect(second.save()).toEqual(first.save());
    const [copy] = second.mail?.mailbox.list() ?? [];
    expect(copy).toEqual({ ...message, tags: ['kept'], raw: new Uint8Array(message?.raw ?? []) });
    expect(second.mail?.project().contacts).toMatchObject([{ email: 'carol@example.com' }]);

    expect(await run(second.page?.url, 'load', import.meta.filename)).toEqual([
      1,
      expect.stringContaining('is not JSON'),
    ]);
    const state = JSON.parse(readFileSync(file, 'utf8'));
    const bad: readonly unknown[] = [
      null,
      { ...state, version: 2 },
      { ...state, mail: [{}] },
      { ...state, tables: { ...state.tables, contacts: [1] } },
      { ...state, tables: { nope: [] } },
      // The row has no address.
      { ...state, tables: { ...state.tables, contacts: [{ id: 'x', serial: 1, createdAt: 1 }] } },
    ];
    for (const each of bad) await expect(second.load(each as SandboxState)).rejects.toThrow(TypeError);
    expect(second.save()).toEqual(first.save());
  });

  it('numbers new rows after those of the state', async () => {
    await using service = {
      mail: await startMailService(),
      [Symbol.asyncDispose]: () => service.mail.close(),
    };
    const { url } = service.mail.services['brevo'] ?? { url: '' };
    const add = async (email: string) =>
      ((await (await post(`${url}/contacts`, { email })).json()) as { readonly id: number }).id;
    const id = await add('a@example.com');
    await service.mail.load(service.mail.save());
    expect(await add('b@example.com')).toBe(id + 1);
  });
});

describe('a data folder', () => {
  const data = join(folder, 'data');
  const script = `
    const { startMailService } = await import(${JSON.stringify(
      new URL('../src/index.ts', import.meta.url).href,
    )});
    const mail = await startMailService({ data: process.argv[1] });
    console.log(JSON.stringify({ url: mail.services.resend.url, mail: mail.mailbox.list().map(({ parsed }) =>
      parsed.subject), contacts: mail.project().contacts.map(({ email }) => email) }));
    setInterval(() => {}, 1e6);`;

  async function start(): Promise<{ url: string; mail: string[]; contacts: string[]; child: ChildProcess }> {
    const args = ['--conditions=@org/source', '--disable-warning=ExperimentalWarning'];
    const child = spawn(process.execPath, [...args, '--input-type=module', '-e', script, data], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: fileURLToPath(new URL('.', import.meta.url)),
    });
    children.add(child);
    if (child.stdout === null) throw new TypeError('The child has no output.');
    const [line] = await once(createInterface(child.stdout), 'line');
    return { ...JSON.parse(line), child };
  }

  it('keeps all that was answered, after kill -9', async () => {
    const first = await start();
    await post(`${first.url}/contacts`, { email: 'carol@example.com' });
    const subjects = Array.from({ length: 20 }, (_, at) => `Mail ${at}`);
    for (const subject of subjects)
      expect((await post(`${first.url}/emails`, mailOf(subject))).ok).toBe(true);
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const second = await start();
    expect(second.mail).toEqual(subjects);
    expect(second.contacts).toEqual(['carol@example.com']);
    const problem = await startMailService({ data }).catch((error: unknown) => error);
    expect(problem).toMatchObject({ message: expect.stringContaining('Another sandbox uses it') });
  });

  it('names the Node that it needs, where that has no SQLite', async () => {
    const args = [
      '--conditions=@org/source',
      '--no-experimental-sqlite',
      '--input-type=module',
      '-e',
      script,
    ];
    const child = spawn(process.execPath, [...args, data], {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: fileURLToPath(new URL('.', import.meta.url)),
    });
    children.add(child);
    let text = '';
    child.stderr?.on('data', (more) => {
      text += String(more);
    });
    await once(child, 'close');
    expect(text).toContain(`It needs node:sqlite: Node 22.13 or newer, not ${process.versions.node}.`);
  });

  it('follows removals, changes and undo, and is free after close()', async () => {
    const own = join(folder, 'own');
    const first = await startMailService({ data: own });
    const { url } = first.services['resend'] ?? { url: '' };
    for (const subject of ['One', 'Two', 'Three']) await post(`${url}/emails`, mailOf(subject));
    const [one, two, three] = first.mailbox.list().map(({ id }) => id);
    const removed = first.mailbox.remove([one ?? '', two ?? '']);
    first.mailbox.setRead([three ?? ''], true);
    first.mailbox.restore(removed.slice(0, 1));
    const state = first.save();
    expect(state.mail.map(({ id, isRead }) => [id, isRead])).toEqual([
      [one, false],
      [three, true],
    ]);
    await first.close();
    const second = await startMailService({ data: own });
    expect(second.save()).toEqual(state);
    second.mailbox.clear();
    await second.close();
    const third = await startMailService({ data: own });
    expect(third.save()).toEqual({ ...state, mail: [] });
    await third.close();
  });
});
