import type { Caniemail } from './caniemail.ts';
import type { HtmlCheck, HtmlWarning, Support } from './html-check.ts';
import type { CheckedLink } from './link-check.ts';
import { renderMarkdown } from './markdown.ts';

// Source: Mailpit v1.30.5, its API description: HTMLCheckResponse and LinkCheckResponse.

/** The HTML check in Mailpit's form. */
export function toMailpitHtmlCheck(check: HtmlCheck, caniemail: Caniemail) {
  const { nodes: Nodes, tests: Tests, warnings } = check;
  return {
    Total: { Nodes, Tests, ...toScore(check) },
    Platforms: platformsOf(caniemail),
    Warnings: warnings.map((warning) => toWarning(warning, caniemail)),
  };
}

function toWarning(warning: HtmlWarning, { nicenames }: Caniemail) {
  const { feature, found, results } = warning;
  const { slug, title, description, url, category, tags, notes_by_num: notes } = feature;
  return {
    ...{ Slug: slug, Title: title, URL: url, Category: category, Tags: tags, Keywords: '' },
    Description: renderMarkdown(description ?? ''),
    NotesByNumber: Object.fromEntries(
      Object.entries(notes ?? {}).map(([number, note]) => [number, renderMarkdown(note)]),
    ),
    Score: { Found: found, ...toScore(warning) },
    Results: results.map(({ family, platform, version, support, notes }) => ({
      Name: `${nicenames.family[family] ?? family} ${nicenames.platform[platform] ?? platform} (${version})`,
      ...{ Family: family, Platform: platform, Version: version, Support: support },
      NoteNumber: notes.at(-1) ?? '',
    })),
  };
}

const toScore = ({ supported, partial, unsupported }: Support) => ({
  Supported: supported,
  Partial: partial,
  Unsupported: unsupported,
});

/** The programs of each platform. */
function platformsOf({ data, nicenames }: Caniemail): Readonly<Record<string, readonly string[]>> {
  const platforms = new Map<string, Set<string>>();
  for (const { stats } of data)
    for (const [family, versions] of Object.entries(stats))
      for (const platform of Object.keys(versions))
        platforms.set(
          platform,
          (platforms.get(platform) ?? new Set()).add(nicenames.family[family] ?? family),
        );
  return Object.fromEntries([...platforms].map(([platform, families]) => [platform, [...families].sort()]));
}

/** The link check in Mailpit's form. A link that was not asked is an error: a test must not pass by it. */
export function toMailpitLinkCheck(links: readonly CheckedLink[]) {
  return {
    Errors: links.filter(({ status }) => status === 0 || status >= 400).length,
    Links: links.map(({ url, status, text }) => ({ URL: url, StatusCode: status, Status: text })),
  };
}
