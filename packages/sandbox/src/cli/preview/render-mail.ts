import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Message } from 'esbuild';
import { type RenderFile, writeMailProgram } from './mail-program.ts';

export interface RenderedMail {
  /** @default the title of the HTML, else the name of the file */
  readonly subject?: string;
  readonly html?: string;
  readonly text?: string;
  /** What the renderer says about the mail, and what the mail printed. */
  readonly notes: readonly string[];
}

/** What became of a file. */
export interface Rendering {
  /** `undefined` for a module that is no mail. */
  readonly mail?: RenderedMail | undefined;
  /** Why there is no mail. */
  readonly problem?: string;
  /** The files that it was made of, if they are known. */
  readonly inputs?: readonly string[];
}

/** What a program sends; a module may return anything. */
interface SentMail {
  readonly subject?: unknown;
  readonly html?: unknown;
  readonly text?: unknown;
  readonly notes?: readonly string[];
}

const longestMs = 30_000;
const drainMs = 200;

/**
 * Renders a mail in a process of its own, so that each time its modules are read again, and a mail that never
 * ends, ends.
 */
export async function renderMail(path: string, render: RenderFile, signal: AbortSignal): Promise<Rendering> {
  try {
    if (/\.html?$/.test(path))
      return { mail: { html: await readFile(path, 'utf8'), notes: [] }, inputs: [path] };
    // A module that is no mail is not run.
    if (!path.endsWith('.mjml') && !/\bdefault\b/.test(await readFile(path, 'utf8')))
      return { inputs: [path] };
    const { text, inputs } = await writeMailProgram(path, render);
    return { ...(await runProgram(text, dirname(path), signal)), ...(inputs && { inputs }) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), inputs: filesIn(error, path) };
  }
}

/** The files that esbuild complains about: the mail is rendered again when one changes. */
function filesIn(error: unknown, path: string): readonly string[] {
  const { errors = [] } = error as { readonly errors?: readonly Message[] };
  return [
    path,
    ...errors.flatMap(({ location }) => (location ? [resolve(dirname(path), location.file)] : [])),
  ];
}

function runProgram(text: string, cwd: string, signal: AbortSignal): Promise<Rendering> {
  return new Promise((done) => {
    const child = spawn(process.execPath, ['--enable-source-maps', '--input-type=module', '-'], {
      cwd,
      signal,
      timeout: longestMs,
      killSignal: 'SIGKILL',
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    });
    let printed = '';
    let sent: SentMail | undefined;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => {
        printed = (printed + part).slice(0, 100_000);
      });
    child.once('message', (message: SentMail) => {
      sent = message;
      child.kill();
    });
    child.once('error', (error) => done({ problem: error.message }));
    const end = (code: number | null): void =>
      done(sent === undefined ? { problem: explain(printed, code) } : toRendering(sent, printed));
    // A program that the mail started may keep the output open.
    child.once('exit', (code) => void setTimeout(end, drainMs, code).unref());
    child.once('close', end);
    // A program that ends at once does not read all of it.
    child.stdin?.on('error', () => {});
    child.stdin?.end(text);
  });
}

function toRendering({ notes = [], ...sent }: SentMail, printed: string): Rendering {
  const mail: Record<string, string> = {};
  for (const name of ['subject', 'html', 'text'] as const) {
    const value = sent[name];
    if (typeof value === 'string') mail[name] = value;
    else if (value !== undefined) return { problem: `\`${name}\` is not a text. Is an await missing?` };
  }
  const isMail = mail['html'] !== undefined || mail['text'] !== undefined;
  const lines = printed.split('\n').filter((line) => line.trim() !== '');
  return { mail: isMail ? { ...mail, notes: [...notes, ...lines] } : undefined };
}

function explain(printed: string, code: number | null): string {
  const [, missing] = /Cannot find package '([^']+)'/.exec(printed) ?? [];
  if (missing !== undefined)
    return `${missing} is not installed in this project: npm install --save-dev ${missing}`;
  // Before it is a line of Node, after it its version.
  const [error = printed] = /^\w*Error\b[\s\S]*?(?=\n\nNode\.js v|$(?![\s\S]))/m.exec(printed) ?? [];
  const ended =
    code === null
      ? `It was not rendered within ${longestMs / 1000} s.`
      : `It ended with code ${code}, and made no mail.`;
  return error.trim() || ended;
}
