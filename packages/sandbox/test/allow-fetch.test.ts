import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toSandboxOptions } from '../src/cli/start-options.ts';
import { UsageError } from '../src/cli/usage-error.ts';
import { createFileFetcher } from '../src/mail/kit/file-fetcher.ts';
import { type MailService, startMailService } from '../src/mail/service/service.ts';
import { postMail } from './mail-doors/post-mail.ts';

const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/report.pdf': (response) => response.end('%PDF-1.7'),
  '/': (response) => response.end('root'),
  '/moved': (response) => response.writeHead(302, { location: '/report.pdf' }).end(),
  '/elsewhere': (response) => response.writeHead(307, { location: 'http://metadata.example/secret' }).end(),
  '/local-name': (response) =>
    response.writeHead(307, { location: `http://localhost:${port()}/report.pdf` }).end(),
  '/to-a-file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/missing': (response) => response.writeHead(404).end('no'),
  '/large': (response) => response.end('x'.repeat(2000)),
  '/hangs': () => {},
  '/half': (response) => void response.write('half'),
  '/resets': (response) => response.destroy(),
};
const server = createServer((request, response) =>
  (answers[request.url ?? ''] ?? answers['/missing'])?.(response),
);
const port = () => (server.address() as AddressInfo).port;
const urlOf = (path: string) => `http://127.0.0.1:${port()}${path}`;
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve())));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A mail with a file by URL, as each service that has them names it. */
const services: Readonly<Record<string, (url: string) => readonly [path: string, body: object]>> = {
  resend: (path) => [
    '/emails',
    {
      ...{ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' },
      attachments: [{ path }],
    },
  ],
  brevo: (url) => [
    '/smtp/email',
    {
      ...{ sender: { email: 'ann@acme.dev' }, to: [{ email: 'bob@example.com' }], subject: 'Hi' },
      ...{ htmlContent: '<p>Hi</p>', attachment: [{ url }] },
    },
  ],
};

async function using(allowFetch: true | readonly string[], run: (mail: MailService) => Promise<void>) {
  const mail = await startMailService({ allowFetch });
  try {
    await run(mail);
  } finally {
    await mail.close();
  }
}

describe.each(Object.entries(services))('a file of %s by URL', (name, write) => {
  it('is fetched with allowFetch, with the name of its URL', async () => {
    for (const allow of [true, ['127.0.0.1'], [`127.0.0.1:${port()}`]] as const)
      await using(allow, async (mail) => {
        for (const path of ['/report.pdf', '/moved']) {
          const [status] = await postMail(mail, name, ...write(urlOf(path)));
          expect(status).toBeLessThan(300);
        }
        const files = mail.mailbox.list().flatMap(({ parsed }) => parsed.attachments);
        expect(files.map(({ filename }) => filename)).toEqual(['report.pdf', 'moved']);
        for (const { content } of files) expect(new TextDecoder().decode(content)).toBe('%PDF-1.7');
      });
  });

  it('that cannot be fetched is refused in the shape of the service, and no mail arrives', async () => {
    await using(['127.0.0.1'], async (mail) => {
      for (const [path, reason] of Object.entries({
        '/missing': 'status 404',
        '/elsewhere': 'allowFetch does not have the host metadata.example',
      })) {
        const [status, body] = await postMail(mail, name, ...write(urlOf(path)));
        expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(reason)]);
      }
      expect(mail.mailbox.list()).toEqual([]);
    });
  });
});

describe('the fetcher', () => {
  const limits = { maxBytes: 1000, timeoutMs: 30_000 };
  const fetchWith = (allow: true | readonly string[], url: string, timeoutMs = 30_000) =>
    createFileFetcher(allow, { ...limits, timeoutMs })?.(url);

  it('is absent without allowFetch', () => {
    expect([createFileFetcher(undefined, limits), createFileFetcher(false, limits)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each(
    Object.entries({
      '/elsewhere': /does not have the host metadata\.example/,
      '/local-name': /does not have the host localhost/,
      '/to-a-file': /not an http or https URL/,
      '/loop': /more than 5 redirects/,
      '/missing': /status 404/,
      '/large': /larger than 1000 bytes/,
      '/resets': /fetch failed/,
    }),
  )('says why %s is not a file', async (path, reason) => {
    await expect(fetchWith(['127.0.0.1'], urlOf(path))).rejects.toThrow(reason);
  });

  it.each(['/hangs', '/half'])('gives %s up after timeoutMs', async (path) => {
    await expect(fetchWith(['127.0.0.1'], urlOf(path), 300)).rejects.toThrow('no answer in 300 ms');
  });

  it.each(['file:///etc/passwd', 'data:,a', 'ftp://127.0.0.1/a', 'http://[::1', 'http://a:b@127.0.0.1/', ''])(
    'refuses %s, also when any host is allowed',
    async (url) => {
      await expect(fetchWith(true, url)).rejects.toThrow('not an http or https URL');
    },
  );

  it.each([
    ['cdn.invalid:80', 'http://cdn.invalid/a'],
    ['cdn.invalid:443', 'https://cdn.invalid/a'],
    ['CDN.invalid:8080', 'http://cdn.invalid:8080/a'],
    ['bücher.invalid', 'https://xn--bcher-kva.invalid/a'],
    ['xn--bcher-kva.invalid', 'https://bücher.invalid/a'],
    ['[0:0:0:0:0:0:0:1]:1', 'http://[::1]:1/a'],
    ['127.1:1', 'http://127.0.0.1:1/a'],
  ])('takes %s for %s', async (host, url) => {
    await expect(fetchWith([host], url)).rejects.toThrow(/^fetch failed|no answer/);
  });

  it.each([
    ['cdn.invalid:80', 'https://cdn.invalid/a'],
    ['cdn.invalid:443', 'http://cdn.invalid/a'],
    ['cdn.invalid:80', 'http://cdn.invalid:8080/a'],
  ])('does not take %s for %s', async (host, url) => {
    await expect(fetchWith([host], url)).rejects.toThrow('does not have the host');
  });

  it.each([['other.example'], ['127.0.0.1:1'], []])(
    'refuses a host that the list %j does not have',
    async (...hosts) => {
      await expect(fetchWith(hosts as string[], urlOf('/report.pdf'))).rejects.toThrow(
        'does not have the host',
      );
    },
  );

  it.each([['http://127.0.0.1'], [''], [7], 'any'])('is refused at the start with %j', async (...allow) => {
    const allowFetch = (allow[0] === 'any' ? 'any' : allow) as never;
    await expect(startMailService({ allowFetch })).rejects.toThrow(
      /allowFetch must be true, false, or a list/,
    );
  });
});

describe('--allow-fetch', () => {
  it('is any, or hosts', () => {
    const read = (text: string) => {
      const { mail } = toSandboxOptions({ 'allow-fetch': text });
      return mail ? mail.allowFetch : undefined;
    };
    expect(read('any')).toBe(true);
    expect(read('cdn.acme.dev, 127.0.0.1:3000,[::1]')).toEqual(['cdn.acme.dev', '127.0.0.1:3000', '[::1]']);
    for (const text of ['', 'http://a', 'a,,b', 'a/b']) expect(() => read(text)).toThrow(UsageError);
  });
});
