import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import type { PeerServer } from '../../../routing/test/peers/support/process.ts';
import { createNextProject, routeOfGuide } from './support/next.ts';

const isBuilt = existsSync(fileURLToPath(new URL('../../dist/mount/index.js', import.meta.url)));
const note = isBuilt ? '' : ' (skipped: build the packages first)';
const project = isBuilt ? await obtain('Next.js', createNextProject) : undefined;

const layout = 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;\n';
const home = 'export default () => <p>My application</p>;\n';
/** Another route of the application, which sends mail. */
const signUp = (subject: string) => `
import { sandboxForWorker } from '@org/sandbox/testing';

export async function POST() {
  const { mail } = await sandboxForWorker({ page: {} });
  const { url, apiKey } = mail.services.resend;
  const headers = { authorization: 'Bearer ' + apiKey, 'content-type': 'application/json' };
  const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: '${subject}', text: 'Hi' };
  return fetch(url + '/emails', { method: 'POST', headers, body: JSON.stringify(message) });
}
`;

describe.skipIf(project === undefined)(`an application with Next.js 16.4.6${note}`, () => {
  beforeAll(() => {
    project?.write('app/layout.jsx', layout);
    project?.write('app/page.jsx', home);
    project?.write('app/sign-up/route.js', signUp('Welcome'));
    project?.write('app/%5F%5Fsandbox/[[...path]]/route.js', routeOfGuide());
  });
  afterAll(() => project?.[Symbol.asyncDispose]());

  describe('during development', () => {
    let server: PeerServer;
    beforeAll(async () => {
      server = (await project?.start('dev')) as PeerServer;
    });
    afterAll(() => server?.close());

    const change = (origin: string, method: string, body: string | null = null) =>
      fetch(`${server.url}/__sandbox/api/faults`, {
        method,
        headers: { 'x-sandbox-page': 'yes', origin },
        body,
      });
    const subjects = async () => {
      const { messages } = await (await fetch(`${server.url}/__sandbox/api/messages`)).json();
      return messages.map(({ subject }: { subject: string }) => subject);
    };

    it('serves the page of the sandbox on its own origin, without any setting', async () => {
      expect(await (await fetch(server.url)).text()).toContain('My application');
      const page = await fetch(`${server.url}/__sandbox`);
      expect(await page.text()).toContain('data-base="/__sandbox"');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      const script = await fetch(`${server.url}/__sandbox/assets/app.js`);
      expect(script.headers.get('content-type')).toContain('text/javascript');
      expect((await script.text()).length).toBeGreaterThan(10_000);
    });

    it('changes and streams, and refuses other origins', async () => {
      const stop = new AbortController();
      const { body } = await fetch(`${server.url}/__sandbox/api/live`, { signal: stop.signal });
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      expect((await change(server.url, 'POST', '{"status":503}')).status).toBe(201);
      let text = '';
      while (!text.includes('event: faults')) text += (await reader?.read())?.value ?? '';
      stop.abort();
      await reader?.cancel().catch(() => {});
      expect((await change('http://127.0.0.1:1', 'POST', '{"status":503}')).status).toBe(403);
      expect((await change(server.url, 'DELETE')).status).toBe(204);
    });

    it('has one sandbox in all routes, also after a change of the sources', async () => {
      const post = () => fetch(`${server.url}/sign-up`, { method: 'POST' });
      expect((await post()).status).toBe(200);
      expect(await subjects()).toEqual(['Welcome']);
      project?.write('app/sign-up/route.js', signUp('Welcome back'));
      await expect.poll(() => post().then(subjects), { timeout: 20_000 }).toContain('Welcome back');
      expect(await subjects()).toContain('Welcome');
    });
  });

  it('builds for production, where the route is not found', async () => {
    expect(await project?.build()).toContain('/__sandbox/[[...path]]');
    const server = await project?.start('start');
    try {
      expect(await (await fetch(server?.url ?? '')).text()).toContain('My application');
      expect((await fetch(`${server?.url}/__sandbox/api/messages`)).status).toBe(404);
    } finally {
      await server?.close();
    }
  }, 300_000);
});
