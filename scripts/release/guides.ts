// The guides that a package takes along: the pages that its README links, further pages of the same product
// that those link, and their pictures. Each has the path in the tarball that it has in the repository.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { root } from '../package-entries.ts';

/** Texts by their path in the package; the README is among them. */
export type Guides = ReadonlyMap<string, string>;

const linkPattern = /\]\(([^)\s]+)\)/g;
const isElsewhere = (link: string) => /^(?:[a-z]+:|#)/.test(link);

/** @param repository - The address of the repository, for links to what is not in the package. */
export function guidesOf(name: string, repository: string): Guides {
  const readme = `packages/${name}/README.md`;
  const isOwn = (path: string) => new RegExp(`^docs/${name}[-/]`).test(path);
  const places = new Map([[readme, 'README.md']]);
  // A map's iterator also visits what is added meanwhile.
  for (const page of places.keys()) {
    if (!page.endsWith('.md')) continue;
    for (const target of targetsOf(page))
      if (target.startsWith('docs/') && (page === readme || isOwn(target) || target.endsWith('.svg')))
        places.set(target, target);
  }
  const entries = [...places].map(([page, place]) => {
    const text = readFileSync(root + page, 'utf8');
    return [
      place,
      page.endsWith('.md') ? withLinks(text, page, place, { places, repository }) : text,
    ] as const;
  });
  return new Map(entries);
}

/** The files of this repository that a page links. */
function targetsOf(page: string): readonly string[] {
  return proseOf(readFileSync(root + page, 'utf8'))
    .flatMap((prose) => [...prose.matchAll(linkPattern)])
    .map(([, link = '']) => link)
    .filter((link) => !isElsewhere(link))
    .map((link) => targetOf(page, link))
    .filter((target) => existsSync(root + target) && statSync(root + target).isFile());
}

function targetOf(page: string, link: string): string {
  return normalize(join(dirname(page), link.split('#')[0] ?? '')).replaceAll('\\', '/');
}

interface Surroundings {
  readonly places: ReadonlyMap<string, string>;
  readonly repository: string;
}

/** A link leads to the file in the package, or to the repository where the package has none. */
function withLinks(text: string, page: string, place: string, { places, repository }: Surroundings): string {
  const moved = (link: string) => {
    if (isElsewhere(link)) return link;
    const [, hash = ''] = /(#.*)$/.exec(link) ?? [];
    const target = targetOf(page, link);
    const packed = places.get(target);
    if (packed === undefined) return `${repository}/tree/main/${target}${hash}`;
    return relative(dirname(place), packed).replaceAll('\\', '/') + hash;
  };
  const parts = splitCode(text);
  return parts
    .map((part, at) =>
      at % 2 === 0 ? part.replaceAll(linkPattern, (_, link: string) => `](${moved(link)})`) : part,
    )
    .join('');
}

/** Prose and blocks of code, in turn. */
function splitCode(text: string): readonly string[] {
  return text.split(/^(```[\s\S]*?^```$)/gm);
}

function proseOf(text: string): readonly string[] {
  return splitCode(text).filter((_, at) => at % 2 === 0);
}
