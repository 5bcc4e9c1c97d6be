import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cached } from '../../../../routing/test/peers/support/cache.ts';
import { npmInstall } from '../../../../routing/test/peers/support/npm-install.ts';
import { run } from '../../../../routing/test/peers/support/process.ts';

/** A mail as a foreign parser reads it. */
export interface ReadMail {
  readonly subject: string;
  readonly from: readonly Mailbox[];
  readonly to: readonly Mailbox[];
  readonly replyTo: readonly Mailbox[];
  readonly text: string | undefined;
  readonly html: string | undefined;
  /** Names and bytes; of messages inside, the name alone. */
  readonly files: readonly (readonly [name: string, base64: string])[];
  readonly header: (name: string) => string | undefined;
}

type Mailbox = readonly [name: string, address: string];

/** Reads all mails of the corpus. */
export type Reader = (mails: readonly Buffer[]) => Promise<readonly ReadMail[]>;

const versions = { mailparser: '3.14.2', 'postal-mime': '4.0.0', mailauth: '4.13.3' } as const;

/** A package of npm in a folder of its own. */
async function load(name: keyof typeof versions, entry: string) {
  const version = versions[name];
  const folder = await cached(`${name}-${version}`, (at) =>
    npmInstall(at, { dependencies: { [name]: version } }),
  );
  return import(pathToFileURL(`${folder}/node_modules/${name}/${entry}`).href);
}

export async function mailparser(): Promise<Reader> {
  const { default: module } = await load('mailparser', 'dist/esm/index.js');
  const list = (field: { readonly value: readonly { name: string; address: string }[] } | undefined) =>
    (field?.value ?? []).map(({ name, address }) => [name, address] as const);
  return (mails) =>
    Promise.all(
      mails.map(async (mail) => {
        const options = {
          skipHtmlToText: true,
          skipTextToHtml: true,
          skipImageLinks: true,
          skipTextLinks: true,
        };
        const read = await module.simpleParser(mail, options);
        return {
          subject: read.subject ?? '',
          from: list(read.from),
          to: list(read.to),
          replyTo: list(read.replyTo),
          text: read.text,
          html: read.html || undefined,
          files: read.attachments
            .filter(({ filename }: { filename?: string }) => filename !== undefined)
            .map((file: { filename: string; content: Buffer }) => [
              file.filename,
              file.content.toString('base64'),
            ]),
          header: (name: string) => {
            const line = read.headerLines.find(
              ({ key }: { key: string }) => key === name.toLowerCase(),
            )?.line;
            return line
              ?.slice(name.length + 1)
              .replace(/\r?\n/g, '')
              .trim();
          },
        };
      }),
    );
}

export async function postalMime(): Promise<Reader> {
  const { default: PostalMime } = await load('postal-mime', 'src/postal-mime.js');
  const list = (all: readonly { name: string; address: string }[] = []) =>
    all.map(({ name, address }) => [name, address] as const);
  return (mails) =>
    Promise.all(
      mails.map(async (mail) => {
        const read = await PostalMime.parse(mail, { forceRfc822Attachments: true });
        return {
          subject: read.subject ?? '',
          from: list(read.from && [read.from]),
          to: list(read.to),
          replyTo: list(read.replyTo),
          text: read.text,
          html: read.html,
          files: read.attachments
            .filter(({ filename }: { filename: string | null }) => filename !== null)
            .map((file: { filename: string; content: ArrayBuffer }) => [
              file.filename,
              Buffer.from(file.content).toString('base64'),
            ]),
          header: (name: string) =>
            read.headers.find(({ key }: { key: string }) => key === name.toLowerCase())?.value,
        };
      }),
    );
}

/** Python's own package, and dkimpy's verdict where there is a record. */
export async function python(record?: string): Promise<{ read: Reader; isSigned: () => readonly unknown[] }> {
  const folder = await cached('dkimpy-1.1.8', async (target) => {
    const flags = ['--quiet', '--no-input', '--disable-pip-version-check', '--target', target];
    const args = ['-m', 'pip', 'install', ...flags, 'dkimpy==1.1.8', 'pynacl==1.6.2'];
    await run({ command: 'python3', args, timeoutMs: 120_000 });
  });
  let signatures: readonly unknown[] = [];
  const read: Reader = async (mails) => {
    const script = fileURLToPath(new URL('read_mails.py', import.meta.url));
    const env = { ...process.env, PYTHONPATH: folder, PYTHONIOENCODING: 'utf-8' };
    const child = spawn('python3', [script], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    const exited = once(child, 'exit');
    const [output, errors] = [text(child.stdout), text(child.stderr)];
    child.stdin.end(mails.map((raw) => JSON.stringify({ raw: raw.toString('base64'), record })).join('\n'));
    const [code] = await exited;
    if (code !== 0) throw new Error(await errors);
    const all = (await output)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    signatures = all.map(({ signature }) => signature);
    const part = (texts: readonly (readonly string[])[], type: string) =>
      texts.find(([its]) => its === type)?.[2];
    return all.map((one) => {
      if (one.defects.length > 0) throw new Error(`${one.subject}: ${one.defects}`);
      const headers = new Map<string, string>(one.headers);
      return {
        ...one,
        text: part(one.texts, 'text/plain'),
        html: part(one.texts, 'text/html'),
        header: (name: string) => headers.get(name),
      };
    });
  };
  return { read, isSigned: () => signatures };
}

interface Authentication {
  readonly dkim: { readonly results: readonly { readonly status: { readonly result: string } }[] };
}

/** mailauth's verdicts of the signatures of a mail. */
export async function mailauth(record: string): Promise<(mail: Buffer) => Promise<readonly string[]>> {
  const { dkimVerify } = (await load('mailauth', 'lib/dkim/verify.js')).default;
  return async (mail) => {
    const { results }: Authentication['dkim'] = await dkimVerify(mail, { resolver: async () => [[record]] });
    return results.map(({ status }) => status.result);
  };
}
