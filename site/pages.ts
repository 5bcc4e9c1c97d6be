// The hand-written pages of the site: where each stands in the repository, and its address on the site.
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, with a slash at the end. */
export const root = fileURLToPath(new URL('..', import.meta.url));
export const repository = 'https://github.com/org/org';
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

/** Prose and blocks of code, in turn. */
export const splitCode = (text: string): readonly string[] => text.split(/^( *```[\s\S]*?^ *```$)/gm);

/** The page with each link to a file as the address of its page, or of the file in the repository. */
export function withSiteLinks({ source, text }: SourcePage): string {
  const moved = (link: string) => {
    if (/^(?:[a-z]+:|#)/.test(link)) return link;
    const [file = '', hash = ''] = link.split('#');
    const target = posix.normalize(posix.join(posix.dirname(source), file));
    if (target.endsWith('.svg')) return `/pictures/${posix.basename(target)}`;
    return addressOf(target, hash) ?? `${repository}/blob/main/${target}${hash && `#${hash}`}`;
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
  const path = pathOf(target);
  // A section for each code is a page for each code.
  if (path === 'errors/index' && errorSections().some(({ code }) => code === hash)) return `/errors/${hash}`;
  return `/${path.replace(/(?:^|(?<=\/))index$/, '')}${hash && `#${hash}`}`;
}

/** The sections of the page of errors, which `scripts/error-page` makes: one for each code. */
export function errorSections(): readonly { readonly code: string; readonly text: string }[] {
  const text = readFileSync(`${root}packages/core/docs/errors.md`, 'utf8');
  return [...text.matchAll(/^### ([\w-]+)\n([\s\S]*?)(?=^#|(?![\s\S]))/gm)].map(
    ([, code = '', own = '']) => ({
      code,
      text: own.trim(),
    }),
  );
}
