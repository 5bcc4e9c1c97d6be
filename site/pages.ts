// The hand-written pages of the site: where each stands in the repository, and its address on the site.
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, with a slash at the end. */
export const root = fileURLToPath(new URL('..', import.meta.url));
export const repository = 'https://github.com/org/org';
const ofRepository = `${repository}/blob/main/`;
/** Where the site stands. `OrgError.docsUrl` leads to its pages of errors. */
export const siteUrl = 'https://org.github.io/org';
export const sitePath = new URL(siteUrl).pathname;

export interface Page {
  /** `email/batches`; `index` at the end for a folder's own page. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

export interface SourcePage extends Page {
  /** In the repository: `packages/email/docs/batches.md`. */
  readonly source: string;
}

const sources = [
  'README.md',
  'docs/{releases,the-corridor,compared-*}.md',
  'packages/*/{README.md,docs/*.md}',
  'site/playground.md',
];

const files = new Set(globSync(sources, { cwd: root }).sort());

export function sourcePages(): readonly SourcePage[] {
  return [...files].map((source) => {
    const text = readFileSync(root + source, 'utf8');
    return { source, path: pathOf(source), title: titleOf(text), text };
  });
}

/** `start/hono` of `packages/email/packages/core/docs/start-hono.md`. */
function pathOf(source: string): string {
  const [, name = '', file = ''] = /^packages\/(\w+)\/(?:docs\/)?([\w-]+)\.md$/.exec(source) ?? [];
  const base = file || posix.basename(source, '.md');
  if (base.startsWith('start-')) return base.replace('-', '/');
  if (base === 'README') return name ? `${name}/index` : 'index';
  if (source === 'packages/core/docs/errors.md') return 'errors/index';
  return posix.join(name, base);
}

const titleOf = (text: string): string => (/^# (.+)$/m.exec(text)?.[1] ?? '').replaceAll('`', '');

/** The first sentence after the title, without markup: what lists of pages say of it. */
export function descriptionOf(text: string): string {
  const [, paragraph = ''] =
    /^# .+\n+(?:<!--[\s\S]*?-->\n+)?(?!\*\*Contents|!\[|#|\||```|- )([\s\S]*?)\n\n/m.exec(text) ?? [];
  return firstSentence(paragraph.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, ''));
}

const mostOfDescription = 160;

/** The first sentence of the first paragraph; of a long one, what stands before its colon. */
export function firstSentence(text: string): string {
  const [paragraph = ''] = text.split(/\n\s*\n/);
  const line = paragraph.replaceAll(/\s+/g, ' ');
  const prose = line.replaceAll(/`[^`]*`/g, (code) => '_'.repeat(code.length));
  const sentence = line.slice(0, /^.*?[.?](?= |$)/.exec(prose)?.[0].length);
  const end = sentence.length > mostOfDescription ? prose.lastIndexOf(': ', mostOfDescription) : -1;
  return (end > 0 ? `${sentence.slice(0, end)}.` : sentence).replace(/:$/, '.');
}

/** Prose and blocks of code, in turn. */
export const splitCode = (text: string): readonly string[] => text.split(/^( *```[\s\S]*?^ *```$)/gm);

/** The page with each link to a file as the address of its page, or of the file in the repository. */
export function withSiteLinks({ source, text }: SourcePage): string {
  const moved = (link: string) => {
    const [file = '', hash = ''] = link.split('#');
    const isFile = link.startsWith(ofRepository);
    if (!isFile && /^(?:[a-z]+:|#)/.test(link)) return link;
    const target = isFile
      ? file.slice(ofRepository.length)
      : posix.normalize(posix.join(posix.dirname(source), file));
    if (target.endsWith('.svg')) return `/pictures/${posix.basename(target)}`;
    return addressOf(target, hash) ?? `${ofRepository}${target}${hash && `#${hash}`}`;
  };
  return splitCode(text)
    .map((part, at) =>
      at % 2 === 0
        ? part
            .replaceAll(/\]\(([^)\s]+)\)/g, (_, link: string) => `](${moved(link)})`)
            .replaceAll(
              /^(\[[^\]]+\]:) (\S+)$/gm,
              (_, label: string, link: string) => `${label} ${moved(link)}`,
            )
        : part,
    )
    .join('');
}

/** The address of a page on the site, with a slash at its start; `undefined` for a file that is no page. */
function addressOf(target: string, hash: string): string | undefined {
  if (!files.has(target)) return undefined;
  const section = sectionPages().find((page) => page.source === target && page.title === hash);
  const path = section?.path ?? pathOf(target);
  return `/${path.replace(/(?:^|(?<=\/))index$/, '')}${hash && section === undefined ? `#${hash}` : ''}`;
}

/** Made pages of which each section is a page of its own, below this address. */
const sectioned = new Map([
  ['packages/core/docs/errors.md', 'errors/'],
  ['packages/sandbox/docs/doors.md', 'sandbox/doors-'],
]);

const sections = /^### ([\w-]+)\n([\s\S]*?)(?=^#|^<!--|(?![\s\S]))/gm;

/** The sections of the pages of errors and of the sandbox's operations, as pages. */
export function sectionPages(): readonly SourcePage[] {
  return [...sectioned].flatMap(([source, address]) =>
    [...readFileSync(root + source, 'utf8').matchAll(sections)].map(([, title = '', text = '']) => ({
      source,
      path: `${address}${title}`,
      title,
      text: `${text.trim()}\n\n[All](${posix.basename(source)})`,
    })),
  );
}

/** A page with a line for each of its sections that is a page. */
export function withSectionList(text: string, source: string): string {
  const address = sectioned.get(source);
  if (address === undefined) return text;
  return text
    .replaceAll(sections, (_, title: string, body: string) => {
      const [, name = ''] = /^\s*(`\w+`)/.exec(body) ?? [];
      return `- [${title}](/${address}${title})${name && `, ${name}`}\n`;
    })
    .replaceAll(/^(- .*\n)\n+(?=- )/gm, '$1');
}
