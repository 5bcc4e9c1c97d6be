// The start pages of browsers: what each says, from an empty folder to the route or event that one sees.
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNewcomer } from './support/newcomer.ts';
import { newestNode, noteOf } from './support/quick-start.ts';
import { browserPages, type FollowOptions, follow, startPages } from './support/start-page.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const chromiumPath = existsSync(executablePath) ? executablePath : '';
const needs = [newestNode, chromiumPath];

interface End {
  /** What the application's page shows when it is opened, and in the end. */
  readonly shows: readonly [first: string, last: string];
  /** What the sandbox's page shows, in its own interface. */
  readonly sandbox: readonly [path: string, text: string];
}

const ends: Readonly<Record<string, End>> = {
  laravel: {
    shows: ['Waiting for orders.', 'Order 7 is on its way.'],
    sandbox: ['api/channels', 'OrderShipped'],
  },
  svelte: {
    shows: ['subscribed: no event yet', 'subscribed: order 7 is paid'],
    sandbox: ['api/channels', 'paid'],
  },
  'vite-react': { shows: ['1000 m', '1000 m'], sandbox: ['api/requests', '/route'] },
  vue: { shows: ['39 hectares', '39 hectares'], sandbox: ['api/requests', '/isochrone'] },
};

// What PHP would do: a page that loads the program, and the event.
const shipped = { channel: 'orders', event: 'App\\Events\\OrderShipped', data: '{"id":7}' };
const laravel: FollowOptions = {
  files: {
    'package.json': '{ "scripts": { "dev": "vite --port 5173" }, "devDependencies": { "vite": "^8.3.0" } }',
    'index.html': '<!doctype html><body></body><script type="module" src="resources/js/app.js"></script>',
  },
  php: `curl http://127.0.0.1:8025/api/events -H 'x-sandbox-page: yes' -d '${JSON.stringify(shipped)}'`,
};

let browser: Browser | undefined;
beforeAll(async () => {
  if (chromiumPath !== '')
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
});
afterAll(() => browser?.close());

it('each page of a browser has its end', () => {
  expect(Object.keys(ends)).toEqual(browserPages);
});

for (const page of startPages.filter(({ name }) => name in ends)) {
  const { shows, sandbox } = ends[page.name] ?? { shows: ['', ''], sandbox: ['', ''] };
  it.skipIf(needs.includes(''))(`${page.name}${noteOf(...needs)}`, async () => {
    const newcomer = await createNewcomer(newestNode);
    let opened: Page | undefined;
    const open = async (url: string) => {
      opened = await browser?.newPage();
      await opened?.goto(url);
      await opened?.locator('body', { hasText: shows[0] }).waitFor();
    };
    const options = page.name === 'laravel' ? laravel : {};
    const url = await follow(page, newcomer, { open, ...options });
    await opened?.getByText(shows[1]).waitFor();
    expect(await (await fetch(`${url}${sandbox[0]}`)).text()).toContain(sandbox[1]);
  });
}
