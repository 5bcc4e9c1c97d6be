import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Esbuild from 'esbuild';
import { CommandError } from '../usage-error.ts';

/** A program for Node that sends the mail of a file to its parent process. */
export interface MailProgram {
  readonly text: string;
  /** The files that it was made of; the rest of what it reads is not known. */
  readonly inputs?: readonly string[];
}

/** Of `--render`, a file whose default export makes `{ html, text }` of what a mail's module returns. */
export type RenderFile = string | undefined;

const send = 'process.send(mail, () => process.disconnect());';

const mjml = (path: string) => `
import { readFileSync } from 'node:fs';
import mjml from 'mjml';
const filePath = ${JSON.stringify(path)};
const { html, errors } = await mjml(readFileSync(filePath, 'utf8'), { filePath });
const mail = { html, notes: errors.map((error) => error.formattedMessage) };
${send}`;

const ofReact = (from: string) => `
import { render as toHtml, toPlainText } from ${JSON.stringify(from)};
const render = async (content) => {
  const html = await toHtml(content);
  return { html, text: toPlainText(html) };
};`;

const withoutRenderer = `
const render = () => {
  throw new TypeError('It is neither HTML nor { html, text }. What makes HTML of it? --render <file>');
};`;

/** Calls the default export with the properties that it has for previews, and renders what it returns. */
const moduleProgram = (specifier: string, renderer: string, made: string) => `
import * as module from ${JSON.stringify(specifier)};
${renderer}
const Mail = module.default;
let mail = {};
if (Mail !== undefined) {
  const props = Mail.PreviewProps ?? {};
  const content = typeof Mail === 'function' ? await ${made} : Mail;
  const isMail = typeof content?.html === 'string' || typeof content?.text === 'string';
  const { subject = module.subject, html, text } =
    typeof content === 'string' ? { html: content } : isMail ? content : await render(content);
  mail = { subject, html, text };
}
${send}`;

/** @throws {CommandError} where something must be installed; what esbuild finds wrong, as its error */
export async function writeMailProgram(path: string, render: RenderFile): Promise<MailProgram> {
  if (path.endsWith('.mjml')) return { text: mjml(path) };
  const file = `./${basename(path)}`;
  const importRender = (from: string) => `import render from ${JSON.stringify(from)};`;
  if (/\.m?js$/.test(path)) {
    const from = render === undefined ? undefined : pathToFileURL(render).href;
    return {
      text: moduleProgram(file, from === undefined ? withoutRenderer : importRender(from), 'Mail(props)'),
    };
  }
  const isJsx = path.endsWith('x');
  const byDefault = isJsx ? ofReact(reactEmailOf(dirname(path))) : withoutRenderer;
  const renderer = render === undefined ? byDefault : importRender(render);
  return bundle(moduleProgram(file, renderer, isJsx ? '<Mail {...props} />' : 'Mail(props)'), path);
}

/** With the project's esbuild, which reads its `tsconfig.json`; packages stay imports. */
async function bundle(contents: string, path: string): Promise<MailProgram> {
  const resolveDir = dirname(path);
  const { build } = await loadEsbuild(resolveDir);
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir, sourcefile: 'preview.tsx', loader: 'tsx' },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: `node${process.versions.node}`,
    packages: 'external',
    jsx: 'automatic',
    sourcemap: 'inline',
    absWorkingDir: resolveDir,
    logLevel: 'silent',
  });
  const inputs = Object.keys(metafile.inputs).map((input) => resolve(resolveDir, input));
  return { text: outputFiles[0]?.text ?? '', inputs };
}

/** The package that renders, alone or with the components of React Email 6. */
function reactEmailOf(folder: string): string {
  const names = ['@react-email/render', 'react-email'] as const;
  return names.find((name) => find(name, folder) !== undefined) ?? names[0];
}

/** A package of the project. */
function find(name: string, folder: string): string | undefined {
  try {
    return createRequire(join(folder, 'preview.js')).resolve(name);
  } catch {
    return undefined;
  }
}

async function loadEsbuild(folder: string): Promise<typeof Esbuild> {
  const found = find('esbuild', folder);
  if (found === undefined)
    throw new CommandError('esbuild is not installed in this project: npm install --save-dev esbuild');
  const { default: esbuild } = (await import(pathToFileURL(found).href)) as { default: typeof Esbuild };
  return esbuild;
}
