import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cached } from '../../../../routing/test/peers/support/cache.ts';
import { npmInstall } from '../../../../routing/test/peers/support/npm-install.ts';

const dependencies = { 'mailpit-api': '2.1.0', 'cypress-mailpit': '2.0.0' };

/** A client of others, without types. */
// biome-ignore lint/suspicious/noExplicitAny: the packages are not installed in this repository
export type Foreign = any;

/** Mailpit's clients. `cypress-mailpit` without Cypress, which is its peer. */
export async function installMailpitClients() {
  const directory = await cached('mailpit-clients-2.1.0-2.0.0', async (target) => {
    await writeFile(join(target, '.npmrc'), 'legacy-peer-deps=true\n');
    await npmInstall(target, { dependencies });
  });
  const load = (path: string): Promise<Foreign> =>
    import(/* @vite-ignore */ pathToFileURL(join(directory, 'node_modules', path)).href);
  const { MailpitClient } = await load('mailpit-api/dist/index.mjs');
  const { MailpitCommands } = await load('cypress-mailpit/dist/src/MailpitCommands.js');
  return {
    createClient: (url: string | undefined): Foreign => new MailpitClient(url),
    createCommands: (): Foreign => new MailpitCommands(),
  };
}

/**
 * The part of Cypress that the commands use. In Cypress, too, `cy.request` is a request of Node, not of the
 * browser, without `Origin` and `Sec-Fetch-Site`.
 */
export function cypressFor(origin: string) {
  const request = async ({ method, url, qs, body }: Foreign) => {
    const target = new URL(url);
    for (const [name, value] of Object.entries(qs ?? {})) target.searchParams.set(name, String(value));
    const response = await fetch(target, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`cy.request() failed: ${response.status} ${text}`);
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  };
  return {
    Cypress: { expose: () => origin, config: () => 2000 },
    cy: {
      request,
      env: async () => ({}),
      wrap: async (value: unknown) => value,
      wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
    },
  };
}
