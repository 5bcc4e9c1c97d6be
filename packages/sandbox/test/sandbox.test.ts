import diagnostics from 'node:diagnostics_channel';
import dns from 'node:dns';
import { createServer, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../test/support/free-port.ts';
import { PortInUseError } from '../src/http/listen.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../src/index.ts';
import { keepOwnAws } from '../src/own-aws.ts';

const running: Sandbox[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()));
});

async function start(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  running.push(sandbox);
  return sandbox;
}

const isListening = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );

describe('startSandbox', () => {
  it('starts everything, with addresses as environment variables', async () => {
    const sandbox = await start();
    const doors = Object.entries(keepOwnAws(sandbox.mail?.env ?? {})).filter(
      ([name]) => !/^(?:PLUNK|SMTP)_/.test(name),
    );
    expect(sandbox.env).toEqual({
      ...Object.fromEntries(doors),
      PLUNK_WEBHOOK_SECRET: expect.stringMatching(/^[0-9a-f]{32}$/),
      PLUNK_API_KEY: sandbox.mail?.apiKey,
      PLUNK_PUBLIC_KEY: sandbox.mail?.publicKey,
      PLUNK_BASE_URL: sandbox.mail?.apiUrl,
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(sandbox.mail?.smtp.port),
      SMTP_USER: 'plunk',
      SMTP_PASSWORD: sandbox.mail?.apiKey,
      OPENROUTESERVICE_API_KEY: sandbox.routing?.apiKey,
      OPENROUTESERVICE_BASE_URL: `${sandbox.routing?.url}/ors`,
      GRAPHHOPPER_API_KEY: sandbox.routing?.apiKey,
      GRAPHHOPPER_BASE_URL: sandbox.routing?.graphhopperUrl,
      OSRM_BASE_URL: sandbox.routing?.osrmUrl,
      VALHALLA_BASE_URL: sandbox.routing?.url,
      TILES_DIRECTORY: sandbox.tilesDirectory,
      REALTIME_HOST: '127.0.0.1',
      REALTIME_PORT: String(sandbox.realtime?.port),
      REALTIME_APP_ID: sandbox.realtime?.app.id,
      REALTIME_APP_KEY: sandbox.realtime?.app.key,
      REALTIME_APP_SECRET: sandbox.realtime?.app.secret,
      PUSHER_URL: expect.stringMatching(/^http:\/\/sandbox-key:sandbox-secret@127\.0\.0\.1:\d+\/apps\/1$/),
    });
    expect(sandbox.town?.name).toBe('Larkbridge');
    expect(sandbox.tilesDirectory).toEqual(expect.any(String));
    expect((await fetch(sandbox.page?.url ?? '')).status).toBe(200);
  });

  const parts = [
    { name: 'mail', variables: /^(PLUNK|SMTP)_/, path: 'api/messages' },
    { name: 'routing', variables: /^(OPENROUTESERVICE|VALHALLA)_/, path: 'api/map' },
    { name: 'realtime', variables: /^(REALTIME|PUSHER)_/, path: 'api/channels' },
  ] as const;
  it.each(parts)(
    'leaves $name out, in the environment and on the page',
    async ({ name, variables, path }) => {
      const others = name === 'routing' ? {} : { routing: false as const };
      const sandbox = await start({ ...others, [name]: false });
      expect(sandbox[name]).toBeUndefined();
      expect(Object.keys(sandbox.env).filter((variable) => variables.test(variable))).toEqual([]);
      expect(Object.keys(sandbox.env)).not.toEqual([]);
      expect((await fetch(`${sandbox.page?.url}${path}`)).status).toBe(404);
    },
  );

  it('leaves the page out', async () => {
    const sandbox = await start({ page: false, routing: false });
    expect(sandbox.page).toBeUndefined();
    expect(sandbox.mail).toBeDefined();
  });

  it('may be closed more than once, and by `await using`', async () => {
    let url = '';
    {
      await using sandbox = await startSandbox({ routing: false });
      url = sandbox.page?.url ?? '';
      await Promise.all([sandbox.close(), sandbox.close()]);
      await sandbox.close();
    }
    await expect(fetch(url)).rejects.toThrow();
  });

  it.each(['mail', 'realtime', 'routing', 'page'] as const)(
    'S6: a taken %s port is an error that names it, and nothing stays started',
    async (part) => {
      const [blocked, other] = [await freePort(), await freePort()];
      const blocker = createServer();
      await new Promise<void>((resolve) => blocker.listen(blocked, '127.0.0.1', resolve));
      const rest = part === 'mail' ? { realtime: { port: other } } : { mail: { port: other } };
      const options = {
        ...(part !== 'routing' && { routing: false as const }),
        ...rest,
        [part]: { port: blocked },
      };
      const error = await startSandbox(options).catch((reason: unknown) => reason);
      await new Promise((resolve) => blocker.close(resolve));
      expect(error).toSatisfy(PortInUseError.isInstance);
      expect(error).toMatchObject({ port: blocked });
      expect(await isListening(other)).toBe(false);
    },
  );

  it('aborted before the start, it rejects with the reason and starts nothing', async () => {
    const port = await freePort();
    const reason = new Error('not any more');
    const options = { mail: { port }, signal: AbortSignal.abort(reason) };
    await expect(startSandbox(options)).rejects.toBe(reason);
    expect(await isListening(port)).toBe(false);
  });

  it('aborted while the map is prepared, it rejects with the reason and leaves nothing', async () => {
    const [mail, realtime] = [await freePort(), await freePort()];
    const stop = new AbortController();
    const reason = new Error('enough');
    const steps: string[] = [];
    const started = startSandbox({
      mail: { port: mail },
      realtime: { port: realtime },
      signal: stop.signal,
      onProgress: (step) => {
        steps.push(step);
        stop.abort(reason);
      },
    });
    await expect(started).rejects.toBe(reason);
    expect(steps).toEqual(['preparing the map']);
    expect([await isListening(mail), await isListening(realtime)]).toEqual([false, false]);
  });
});

describe('S3: the sandbox never connects outwards', () => {
  it('whatever it is given: relaying, mail full of addresses, files by URL, routes', async () => {
    const sandbox = await start();
    const reached: string[] = [];
    const record = (message: unknown) => {
      const { socket } = message as { socket: Socket };
      socket.once('connect', () => reached.push(socket.remoteAddress ?? ''));
      socket.once('lookup', (_error, address) => reached.push(String(address)));
    };
    const lookup = vi.spyOn(dns, 'lookup');
    diagnostics.subscribe('net.client.socket', record);
    try {
      await provoke(sandbox);
    } finally {
      diagnostics.unsubscribe('net.client.socket', record);
    }
    const names = lookup.mock.calls.map(([name]) => name);
    lookup.mockRestore();
    expect(reached.length).toBeGreaterThan(5); // the provocations themselves, all to loopback
    expect([...new Set(reached)]).toEqual(['127.0.0.1']);
    expect(names.filter((name) => name !== '127.0.0.1' && name !== 'localhost')).toEqual([]);
  });
});

const far = 'http://outside.example';

async function provoke({ mail, page, routing }: Sandbox): Promise<void> {
  const json = { 'content-type': 'application/json', authorization: `Bearer ${mail?.apiKey}` };
  const post = (url: string, body: unknown, headers: Record<string, string> = json) =>
    fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).then((response) => response.text());
  const message = {
    from: 'a@example.com',
    to: 'b@outside.example',
    subject: 's',
    body: `<img src="${far}/p.gif">`,
  };
  await post(`${mail?.apiUrl}/v1/send`, message);
  for (const attachment of [
    { filename: 'a', path: `${far}/file` },
    { filename: 'a', href: 'http://169.254.169.254/latest/meta-data' },
    { filename: 'a', content: 'file:///etc/passwd', contentType: 'text/plain' },
  ]) {
    await post(`${mail?.apiUrl}/v1/send`, { ...message, attachments: [attachment] });
  }
  const transport = createTransport({
    host: '127.0.0.1',
    port: mail?.smtp.port ?? 0,
    auth: { user: 'plunk', pass: mail?.apiKey ?? '' },
    ignoreTLS: true,
  });
  await transport.sendMail({
    from: 'a@outside.example',
    to: ['x@outside.example', 'y%elsewhere.example@outside.example', 'z@[192.0.2.1]'],
    html: `<link rel="stylesheet" href="${far}/s.css"><img src="${far}/p.gif"><iframe src="${far}"></iframe>`,
    list: { unsubscribe: `${far}/unsubscribe` },
  });
  transport.close();
  for (const { id } of mail?.mailbox.list() ?? []) {
    for (const path of ['html', 'source', 'attachments/0']) await fetch(`${page?.url}messages/${id}/${path}`);
    await fetch(`${page?.url}api/messages/${id}`);
  }
  const own = { 'content-type': 'application/json', 'x-sandbox-page': 'yes' };
  await post(`${page?.url}api/ways`, { profile: 'driving', from: [10, 50], to: [10.007, 50.0054] }, own);
  await post(`${page?.url}api/ways`, { profile: 'driving', from: far, to: [10, 50], baseUrl: far }, own);
  await post(`${page?.url}api/events`, { channel: 'orders', event: 'x', data: far }, own);
  await post(`${routing?.url}/route?json=${encodeURIComponent(`{"url":"${far}"}`)}`, { url: far });
}
