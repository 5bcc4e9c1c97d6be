import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type RenderFile, writeMailProgram } from './mail-program.ts';

/** A mail of a file. */
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

const longestMs = 30_000;

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
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function runProgram(text: string, cwd: string, signal: AbortSignal): Promise<Rendering> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--enable-source-maps', '--input-type=module', '-'], {
      cwd,
      signal,
      timeout: longestMs,
      killSignal: 'SIGKILL',
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    });
    let printed = '';
    let sent: Partial<RenderedMail> & { readonly isMail?: boolean } = {};
    let isSent = false;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => {
        printed = (printed + part).slice(0, 100_000);
      });
    child.once('message', (message: typeof sent) => {
      isSent = true;
      sent = message;
      child.kill();
    });
    child.once('error', (error) => resolve({ problem: error.message }));
    child.once('close', (code) => {
      if (!isSent) return resolve({ problem: explain(printed, code) });
      const { isMail: _, notes = [], ...mail } = sent;
      const isMail = mail.html !== undefined || mail.text !== undefined;
      const lines = printed.split('\n').filter((line) => line.trim() !== '');
      resolve({ mail: isMail ? { ...mail, notes: [...notes, ...lines] } : undefined });
    });
    // A program that ends at once does not read all of it.
    child.stdin?.on('error', () => {});
    child.stdin?.end(text);
  });
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
