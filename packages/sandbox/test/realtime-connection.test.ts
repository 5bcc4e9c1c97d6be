import { describe, expect, it } from 'vitest';
import {
  app,
  authorize,
  connect,
  connectRaw,
  countingSocketIds,
  createManualClock,
  signedUser,
  withService,
} from './realtime-client.ts';

const target = `/app/${app.key}?protocol=7`;

describe('the handshake', () => {
  it('sends socket id and activity timeout in the form of the hosted service', async () => {
    await withService({ nextSocketId: countingSocketIds() }, async (service) => {
      const client = await connectRaw(service, target);
      expect(await client.nextText()).toBe(
        '{"event":"pusher:connection_established","data":"{\\"socket_id\\":\\"1.1\\",' +
          '\\"activity_timeout\\":120}"}',
      );
    });
  });

  it('sends every connection a random socket id of two numbers', async () => {
    await withService({}, async (service) => {
      const clients = await Promise.all([connect(service), connect(service), connect(service)]);
      const ids = clients.map(({ socketId }) => socketId);
      for (const id of ids) expect(id).toMatch(/^\d+\.\d+$/);
      expect(new Set(ids).size).toBe(3);
    });
  });

  it.each(['4', '5', '6', '7'])('accepts protocol %s', async (protocol) => {
    await withService({}, async (service) => {
      const client = await connectRaw(service, `/app/${app.key}?protocol=${protocol}`);
      expect((await client.next()).event).toBe('pusher:connection_established');
    });
  });
});

describe('refused connections', () => {
  it.each([
    ['an unknown key', '/app/nobody?protocol=7', 4001],
    ['another path', '/elsewhere?protocol=7', 4005],
    ['a longer path', `/app/${app.key}/more?protocol=7`, 4005],
    ['a protocol that is not a number', `/app/${app.key}?protocol=seven`, 4006],
    ['a negative protocol', `/app/${app.key}?protocol=-7`, 4006],
    ['a protocol of the past', `/app/${app.key}?protocol=3`, 4007],
    ['a protocol of the future', `/app/${app.key}?protocol=8`, 4007],
    ['no protocol', `/app/${app.key}`, 4008],
  ])('close %s with its own code', async (_, path, code) => {
    await withService({}, async (service) => {
      const client = await connectRaw(service, path);
      expect((await client.closed).code).toBe(code);
      expect(service.stats).toMatchObject({ connections: 0, connectionsRefused: 1 });
    });
  });

  it('names the unknown key in the reason, as the hosted service does', async () => {
    await withService({}, async (service) => {
      const { reason } = await (await connectRaw(service, '/app/nobody?protocol=7')).closed;
      expect(reason).toBe('App key nobody not in this cluster. Did you forget to specify the cluster?');
    });
  });

  it('cuts a reason that no closing frame could carry', async () => {
    await withService({}, async (service) => {
      const client = await connectRaw(service, `/app/${'%C3%A9'.repeat(500)}?protocol=7`);
      const { code, reason } = await client.closed;
      expect(code).toBe(4001);
      expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123);
      expect(reason).toMatch(/^App key é+$/);
    });
  });

  it('send an error frame before protocol 6, and the close code alone since', async () => {
    await withService({ disabled: true }, async (service) => {
      const old = await connectRaw(service, `/app/${app.key}?protocol=5`);
      expect(await old.next()).toEqual({
        event: 'pusher:error',
        data: { code: 4003, message: 'Application disabled' },
      });
      expect((await old.closed).code).toBe(4003);
      const recent = await connectRaw(service, `/app/${app.key}?protocol=6`);
      expect((await recent.closed).code).toBe(4003);
      expect(recent.inbox).toEqual([]);
    });
  });

  it('close with 4004 over the connection quota, and not below it', async () => {
    await withService({ limits: { connections: 1 } }, async (service) => {
      const first = await connect(service);
      const second = await connectRaw(service, target);
      expect((await second.closed).code).toBe(4004);
      first.socket.close();
      await first.closed;
      await expect.poll(() => service.stats.connections).toBe(0);
      await connect(service);
    });
  });

  it.each([
    ['a page of another origin', { Origin: 'https://evil.example' }],
    ['a sandboxed frame', { Origin: 'null' }],
    ['a rebound name', { Host: 'evil.example' }],
  ])('security: never open for %s', async (_, headers) => {
    await withService({}, async (service) => {
      await expect(connectRaw(service, target, headers)).rejects.toThrow('403');
      expect(service.stats.connectionsAccepted).toBe(0);
    });
  });

  it('security: open for a page of this machine', async () => {
    await withService({}, async (service) => {
      const client = await connectRaw(service, target, { Origin: 'http://localhost:5173' });
      expect((await client.next()).event).toBe('pusher:connection_established');
    });
  });
});

describe('liveness', () => {
  it('responds to pusher:ping', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      client.send({ event: 'pusher:ping', data: {} });
      expect(await client.nextText()).toBe('{"event":"pusher:pong","data":{}}');
    });
  });

  it('responds to a WebSocket ping', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      const pong = new Promise((resolve) =>
        client.socket.once('pong', (payload) => resolve(String(payload))),
      );
      client.socket.ping('abc');
      expect(await pong).toBe('abc');
    });
  });

  it('pings an idle client, and closes with 4201 without a pong', async () => {
    const clock = createManualClock();
    await withService({ clock }, async (service) => {
      const client = await connect(service);
      clock.advance(119_999);
      expect(client.inbox).toEqual([]);
      clock.advance(1);
      expect(await client.nextText()).toBe('{"event":"pusher:ping","data":{}}');
      clock.advance(30_000);
      expect(await client.closed).toEqual({ code: 4201, reason: 'Pong reply not received' });
    });
  });

  it('keeps a client that responds, and a client that sends frames', async () => {
    const clock = createManualClock();
    await withService({ clock }, async (service) => {
      const client = await connect(service);
      for (let round = 0; round < 3; round += 1) {
        clock.advance(120_000);
        expect((await client.next()).event).toBe('pusher:ping');
        client.send({ event: 'pusher:pong', data: {} });
        await client.settle();
        clock.advance(100_000);
        expect(await client.settle()).toEqual([]);
      }
      expect(service.stats.connections).toBe(1);
    });
  });

  it('does not ping clients older than protocol 5, which need not answer', async () => {
    const clock = createManualClock();
    await withService({ clock }, async (service) => {
      const client = await connectRaw(service, `/app/${app.key}?protocol=4`);
      await client.next();
      clock.advance(3_600_000);
      expect(await client.settle()).toEqual([]);
    });
  });

  it('closes such a client with 4202 after a day of silence', async () => {
    const clock = createManualClock();
    await withService({ clock }, async (service) => {
      const client = await connectRaw(service, `/app/${app.key}?protocol=4`);
      await client.next();
      clock.advance(24 * 3_600_000 - 1);
      expect(await client.settle()).toEqual([]);
      clock.advance(24 * 3_600_000);
      expect((await client.closed).code).toBe(4202);
    });
  });

  it('sends the configured activity timeout, and pings after it', async () => {
    const clock = createManualClock();
    await withService({ clock, activityTimeoutSeconds: 30, pongTimeoutMs: 5 }, async (service) => {
      const client = await connectRaw(service, target);
      expect(JSON.parse(String((await client.next()).data)).activity_timeout).toBe(30);
      clock.advance(30_005);
      expect((await client.next()).event).toBe('pusher:ping');
      expect((await client.closed).code).toBe(4201);
    });
  });
});

describe('authorized connections', () => {
  it('close with 4009 what neither signs in nor joins an authorised channel', async () => {
    const clock = createManualClock();
    await withService({ clock, authorizedConnectionsTimeoutMs: 30_000 }, async (service) => {
      const [idle, listener, member, user] = await Promise.all([1, 2, 3, 4].map(() => connect(service)));
      if (!idle || !listener || !member || !user) throw new Error('not connected');
      await listener.subscribe('public-news');
      await member.subscribe('private-x', authorize(member, 'private-x'));
      user.send({ event: 'pusher:signin', data: signedUser(user, { id: 'u1' }) });
      await user.next();
      clock.advance(30_000);
      expect((await idle.closed).code).toBe(4009);
      expect((await listener.closed).code).toBe(4009);
      expect(await member.settle()).toEqual([]);
      expect(await user.settle()).toEqual([]);
    });
  });
});

describe('closing the service', () => {
  it('closes every client with 4200, twice if called, and frees the port', async () => {
    await withService({}, async (service) => {
      const clients = await Promise.all([connect(service), connect(service)]);
      await Promise.all([service.close(), service.close()]);
      for (const client of clients) expect((await client.closed).code).toBe(4200);
      await withService({ port: service.port }, async (next) => {
        expect(next.port).toBe(service.port);
      });
    });
  });

  it('accepts no client that reconnects at once', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      const accepted = service.stats.connectionsAccepted;
      const closing = service.close();
      await expect(connectRaw(service, target)).rejects.toThrow('ECONNREFUSED');
      expect((await client.closed).code).toBe(4200);
      await closing;
      expect(service.stats.connectionsAccepted).toBe(accepted);
    });
  });

  it('does not wait for a client that is frozen', async () => {
    await withService({}, async (service) => {
      const client = await connect(service);
      service.faults.stopAnswering();
      await service.close();
      expect((await client.closed).code).toBe(1006);
    });
  });
});
