import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCaniemail } from '../../src/page/checks/caniemail.ts';
import { checkHtml } from '../../src/page/checks/html-check.ts';
import { findFeatures } from '../../src/page/checks/html-features.ts';
import { checkLinks } from '../../src/page/checks/link-check.ts';
import { startMailpit } from './mailpit-sandbox.ts';

const caniemail = await readCaniemail();
const featuresOf = (html: string) => [...findFeatures(html).counts.keys()];
const warningsOf = (html: string) => checkHtml(html, caniemail).warnings.map(({ feature }) => feature.slug);

/** HTML that uses a feature, made of its title on caniemail.com. */
function exampleOf(slug: string, title: string): string | undefined {
  const [, element, rest = ''] = /^<(\w+)([^>]*)>/.exec(title) ?? [];
  if (element !== undefined && slug !== 'html-h1-h6') return `<${element}${rest}>x</${element}>`;
  const [, attribute] = /^([\w-]+)(?: and \w+)? attributes?$/.exec(title) ?? [];
  if (attribute !== undefined) return `<p ${attribute}="x">x</p>`;
  if (title.startsWith('::') || title.startsWith(':')) return `<style>p${title}{color:red}</style>`;
  if (title.startsWith('@font-face')) return '<style>@font-face { font-family: x }</style>';
  if (title.startsWith('@import')) return '<style>@import "x.css";</style>';
  if (title.startsWith('@')) return `<style>${title.split(',')[0]} x { p { color: red } }</style>`;
  const [, name] = /^([\w-]+)\(\)/.exec(title) ?? [];
  if (name !== undefined) return `<p style="width: ${name}(1)">x</p>`;
  const [, unit] = /^(\w+) unit$/.exec(title) ?? [];
  if (unit !== undefined) return `<p style="width: ${unit === 'initial' ? 'initial' : `2${unit}`}">x</p>`;
  if (title.includes('format')) return `<img src="a.${slug.slice('image-'.length)}">`;
  const [, property, value = 'x'] = /^([a-z-]+)(?: property)?(?::\s?(\w+))?$/.exec(title.trim()) ?? [];
  return property !== undefined && slug.startsWith('css-')
    ? `<p style="${property}: ${value}">x</p>`
    : undefined;
}

/** What the title does not say. */
const further: Readonly<Record<string, string>> = {
  'css-block-inline-size': '<p style="inline-size: 1px">',
  'css-border-inline-block': '<p style="border-inline: 0">',
  'css-border-inline-block-individual': '<p style="border-block-start: 0">',
  'css-border-inline-block-longhand': '<p style="border-inline-end-color: red">',
  'css-border-radius-logical': '<p style="border-start-end-radius: 1px">',
  'css-color-scheme': '<p style="color-scheme: dark">',
  'css-column-layout-properties': '<p style="column-width: 1px">',
  'css-font': '<p style="font: 1px x">',
  'css-gap': '<p style="row-gap: 1px">',
  'css-grid-template': '<p style="grid-template-areas: x">',
  'css-important': '<p style="color: red ! important">',
  'css-inert-attribute': '<p inert>',
  'css-intrinsic-size': '<p style="width: fit-content">',
  'css-left-right-top-bottom': '<p style="left: 1px">',
  'css-margin-block-start-end': '<p style="margin-block-end: 1px">',
  'css-margin-inline-block': '<p style="margin-inline: 1px">',
  'css-margin-inline-start-end': '<p style="margin-inline-start: 1px">',
  'css-modern-color': '<p style="color: oklch(1 1 1)">',
  'css-nesting': '<style>p { color: red; & b { color: blue } }</style>',
  'css-padding-block-start-end': '<p style="padding-block-end: 1px">',
  'css-padding-inline-block': '<p style="padding-block: 1px">',
  'css-padding-inline-start-end': '<p style="padding-inline-start: 1px">',
  'css-pseudo-class-lang': '<style>p:lang(de) { color: red }</style>',
  'css-scroll-snap': '<p style="scroll-snap-type: x">',
  'css-selector-adjacent-sibling': '<style>p + p { color: red }</style>',
  'css-selector-attribute': '<style>p[lang] { color: red }</style>',
  'css-selector-child': '<style>p > b { color: red }</style>',
  'css-selector-general-sibling': '<style>p ~ p { color: red }</style>',
  'css-selector-universal': '<style>* { color: red }</style>',
  'css-sytem-ui': '<p style="font-family: system-ui">',
  'css-unit-calc': '<p style="width: calc(1px + 2px)">',
  'css-variables': '<p style="color: var(--x)">',
  'html-anchor-links': '<a href="#x">x</a>',
  'html-address': '<address>x</address>',
  'html-h1-h6': '<h3>x</h3>',
  'html-image-maps': '<img src="a.png" usemap="#x">',
  'html-lists': '<ol><li>x</ol>',
  'html-mailto-links': '<a href="mailto:bob@example.com">x</a>',
  'html-meta-color-scheme': '<meta name="color-scheme" content="dark">',
  'html-semantics': '<nav>x</nav>',
  'html-svg': '<svg></svg>',
  'image-apng': '<img src="https://acme.dev/a.apng?x=1">',
  'image-mp4': '<img src="a.mp4">',
  'image-base64': '<img src="data:image/png;base64,AA==">',
};

/** Not looked for: mail loses nothing without them, or each style sheet has them. */
const left =
  /^(?:html-(?:aria-.*|doctype|comments|lang|role|target|loading-attribute)|css-(?:cursor|inline-size))$/;
const units = /^css-(?:comments|unit-(?:cm|em|ex|in|mm|pc|percent|pt|px))$/;
const selectors = /^css-selector-(?:chaining|class|descendant|grouping|id|type)$/;

describe('the HTML check', () => {
  const tested = caniemail.data.filter(({ slug }) =>
    [left, units, selectors].every((kind) => !kind.test(slug)),
  );

  it.each(tested.map(({ slug, title }) => [slug, title]))('finds %s', (slug, title) => {
    expect(featuresOf(further[slug] ?? exampleOf(slug, title) ?? ''), title).toContain(slug);
  });

  it.each([
    ['a property in a comment', '<style>/* p { filter: x } */</style>', 'css-filter'],
    ['a property in a string', `<p style="content: 'filter: x; gap: 1px'">`, 'css-filter'],
    ['a unit in a URL', '<p style="background: url(a/2rem.png)">', 'css-unit-rem'],
    ['a descriptor', '<style>@font-face { font-weight: 700 }</style>', 'css-font-weight'],
    ['an element in a comment', '<!--[if mso]><video></video><![endif]-->', 'html-video'],
    ['a longer property', '<p style="x-filter: 1">', 'css-filter'],
    ['a script of data', '<script type="application/ld+json">{}</script>', 'html-script'],
    ['a value with ; in a URL', '<p style="background: url(data:x;filter:y)">', 'css-filter'],
  ])('does not find %s', (_, html, slug) => {
    expect(featuresOf(html)).not.toContain(slug);
  });

  it('reads references in attributes, prefixes, and rules in @media', () => {
    const html =
      '<p style="font-family:&quot;A&quot;;filter:x"><style>@media (hover) { p { gap: 1px } }</style>';
    expect(featuresOf(html)).toEqual(
      expect.arrayContaining(['css-filter', 'css-at-media', 'css-at-media-hover', 'css-gap']),
    );
  });

  it('warns of what some programs do not support, the worst first, and of nothing else', () => {
    expect(warningsOf('<table><tr><td><p>Hi</p></td></tr></table>')).toEqual([]);
    const { warnings, ...total } = checkHtml(
      '<p>a</p><p>b</p><p style="gap:1px">c</p><video></video>',
      caniemail,
    );
    expect(warnings.map(({ feature }) => feature.slug)).toEqual(['html-video', 'css-gap']);
    const [video] = warnings;
    expect(total).toMatchObject({ nodes: 4, tests: expect.any(Number) });
    expect(total.unsupported).toBeCloseTo((video?.unsupported ?? 0) / 4);
    expect(total.supported + total.partial + total.unsupported).toBeCloseTo(100);
    expect(warningsOf('<script>alert(1)</script>')).toEqual(['html-script']);
  });

  it.each([
    ['braces', '{'.repeat(300_000)],
    ['comments', '/*'.repeat(150_000)],
    ['quotes', `"'`.repeat(150_000)],
    ['parentheses', '('.repeat(300_000)],
    ['rules', 'a{b:c}'.repeat(50_000)],
  ])('is linear in %s', (_, css) => {
    const timeOf = (text: string) => {
      const startedAt = performance.now();
      checkHtml(`<style>${text}</style>`, caniemail);
      return performance.now() - startedAt;
    };
    // Quadratic time would take minutes.
    expect(timeOf(css)).toBeLessThan(10_000);
  });
});

describe('the routes of the checks', () => {
  let mailpit: Awaited<ReturnType<typeof startMailpit>>;
  let server: Server;
  let origin: string;
  const asked: string[] = [];

  beforeAll(async () => {
    mailpit = await startMailpit();
    server = createServer((request: IncomingMessage, response) => {
      asked.push(`${request.method} ${request.url}`);
      const [, status = '200'] = /(\d{3})/.exec(request.url ?? '') ?? [];
      response.writeHead(Number(status), { ...(status === '302' && { location: locations.shift() }) }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await mailpit.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    asked.length = 0;
    locations.length = 0;
    mailpit.mailbox.clear();
  });
  const locations: string[] = [];
  const send = (html: string) =>
    mailpit.send({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html, text: 'Hi' });
  const links = async (query = '') =>
    (await mailpit.ask('GET', `/api/v1/message/latest/link-check${query}`)).json;

  it('the HTML check has the fields of its description', async () => {
    await send('<p style="filter: x">Hi</p><video></video>');
    const { definitions } = JSON.parse(
      readFileSync(new URL('mailpit-fields.json', import.meta.url), 'utf8'),
    ) as { definitions: Record<string, readonly string[]> };
    const { json } = await mailpit.ask('GET', '/api/v1/message/latest/html-check');
    const [warning] = json.Warnings;
    const parts = { HTMLCheckResponse: json, HTMLCheckTotal: json.Total, HTMLCheckWarning: warning };
    const deep = { HTMLCheckResult: warning.Results[0], HTMLCheckScore: warning.Score };
    for (const [name, part] of Object.entries({ ...parts, ...deep }))
      expect(Object.keys(part).sort(), name).toEqual(definitions[name]);
    expect(json.Warnings.map(({ Slug }: { Slug: string }) => Slug)).toEqual(['html-video', 'css-filter']);
    expect(json.Platforms.ios).toContain('Gmail');
    const texts = json.Warnings.map(({ Description, NotesByNumber }: Record<string, unknown>) => [
      Description,
      NotesByNumber,
    ]);
    expect(JSON.stringify(texts)).not.toMatch(/<(?!code>|\/code>|a href=\\"https:\/\/|\/a>)/);
    const page = (await mailpit.ask('GET', `/api/messages/${mailpit.mailbox.list()[0]?.id}/html-check`)).json;
    expect(page.warnings[0]).toMatchObject({ slug: 'html-video', title: '<video> element', found: 1 });
    expect(page.warnings[0].clients).toContainEqual(
      expect.objectContaining({ family: 'Gmail', platform: 'Android', support: 'no' }),
    );
  });

  it('a mail without HTML has no HTML check', async () => {
    await mailpit.send({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' });
    expect((await mailpit.ask('GET', '/api/v1/message/latest/html-check')).status).toBe(400);
    expect((await mailpit.ask('GET', '/api/v1/message/none/html-check')).status).toBe(404);
  });

  it('asks this machine for heads of links, and lists others as not asked', async () => {
    await send(
      ['/a', '/404', '/a'].map((path) => `<a href="${origin}${path}">x</a>`).join('') +
        '<a href="https://acme.example/x">x</a><a href="http://127.0.0.1:1/">x</a>',
    );
    const { Errors, Links } = await links();
    expect(Links).toEqual([
      { URL: `${origin}/a`, StatusCode: 200, Status: 'OK' },
      { URL: `${origin}/404`, StatusCode: 404, Status: 'Not Found' },
      { URL: 'https://acme.example/x', StatusCode: 0, Status: expect.stringContaining('not asked') },
      { URL: 'http://127.0.0.1:1/', StatusCode: 0, Status: expect.any(String) },
    ]);
    expect(Errors).toBe(3);
    expect(asked.sort()).toEqual(['HEAD /404', 'HEAD /a']);
    const page = await mailpit.ask('GET', `/api/messages/${mailpit.mailbox.list()[0]?.id}/link-check`);
    expect(page.json.links.map(({ isAsked }: { isAsked: boolean }) => isAsked)).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });

  it('answers a link to itself without a further check, under each name and after a redirect', async () => {
    const path = '/api/v1/message/latest/link-check?follow=true';
    const { port } = new URL(mailpit.origin);
    const own = ['127.0.0.1', 'localhost'].map((name) => `http://${name}:${port}${path}`);
    locations.push(own[0] ?? '');
    const urls = [...own, `${origin}/302`, `${origin}/a`];
    await send(urls.map((url) => `<a href="${url}">x</a>`).join(''));
    const { Links } = await links('?follow=true');
    expect(Links.map(({ StatusCode }: { StatusCode: number }) => StatusCode)).toEqual([508, 508, 508, 200]);
    expect(asked.filter((line) => line === 'HEAD /a')).toHaveLength(1);
  });

  it('stops for a client that leaves, which is no failure of the sandbox', async () => {
    const gone = new AbortController();
    gone.abort();
    expect(await checkLinks([`${origin}/a`, `${origin}/404`], { signal: gone.signal })).toEqual([]);
    expect(asked).toEqual([]);
    const later = new AbortController();
    const checking = checkLinks(
      Array.from({ length: 20 }, (_, n) => `${origin}/${n}`),
      {
        signal: later.signal,
        mayAsk: () => {
          later.abort();
          return true;
        },
      },
    );
    expect((await checking).length).toBeLessThanOrEqual(6);
  });

  it('follows redirects on request, three at most, and never to another machine', async () => {
    await send(`<a href="${origin}/302">x</a>`);
    locations.push('/a');
    expect((await links()).Links[0]).toMatchObject({ StatusCode: 302 });
    locations.push('/a');
    expect((await links('?follow=true')).Links[0]).toMatchObject({ StatusCode: 200 });
    locations.push('http://acme.example/');
    expect((await links('?follow=true')).Links[0]).toMatchObject({
      StatusCode: 0,
      Status: 'redirected to acme.example, which was not asked',
    });
    locations.push('/302/1', '/302/2', '/302/3', '/302/4');
    expect((await links('?follow=true')).Links[0]).toMatchObject({
      StatusCode: 0,
      Status: 'too many redirects',
    });
  });
});
