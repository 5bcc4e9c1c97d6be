import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMailbox, type Delivery } from '../src/mail/mailbox/mailbox.ts';
import { type MailService, startMailService } from '../src/mail/service/service.ts';
import type { MailServiceOptions } from '../src/mail/service/service-options.ts';

const deliveryOf = (id: string, subject = id, size = 0): Delivery => ({
  id,
  via: 'smtp',
  envelope: { from: 'a@b.dev', to: ['c@d.dev'] },
  raw: new TextEncoder().encode(`Subject: ${subject}\r\n\r\n${'x'.repeat(size)}`),
});

const open = (limits: { maxMessages?: number; maxBytes?: number } = {}) =>
  createMailbox({ ...limits, now: () => 0 });

describe('mailbox', () => {
  it('S4: keeps the newest messages within its bounds, in number and in bytes', async () => {
    const few = open({ maxMessages: 3 });
    for (let index = 0; index < 50; index += 1) await few.deliver(deliveryOf(`m${index}`));
    expect(few.list().map(({ id }) => id)).toEqual(['m47', 'm48', 'm49']);
    expect(few.get('m0')).toBeUndefined();
    expect(few.received).toBe(50);
    const small = open({ maxBytes: 9000 });
    for (let index = 0; index < 50; index += 1) await small.deliver(deliveryOf(`m${index}`, 's', 1000));
    expect(small.list().map(({ id }) => id)).toEqual(['m46', 'm47', 'm48', 'm49']);
    small.clear();
    expect(small.list()).toEqual([]);
    for (let index = 0; index < 4; index += 1) await small.deliver(deliveryOf(`n${index}`, 's', 1000));
    expect(small.list()).toHaveLength(4);
  });

  it('finds a message that is there, and waits for one that is not', async () => {
    const mailbox = open();
    await mailbox.deliver(deliveryOf('m1', 'first'));
    expect((await mailbox.waitFor(({ parsed }) => parsed.subject === 'first')).id).toBe('m1');
    const second = mailbox.waitFor(({ parsed }) => parsed.subject === 'second');
    await mailbox.deliver(deliveryOf('m2', 'other'));
    await mailbox.deliver(deliveryOf('m3', 'second'));
    expect((await second).id).toBe('m3');
  });

  it('lists the received messages when the awaited one does not arrive', async () => {
    const mailbox = open();
    await mailbox.deliver(deliveryOf('m1', 'another'));
    await expect(mailbox.waitFor(() => false, { timeoutMs: 1 })).rejects.toThrow(
      /within 1 ms.*last of 1.*to c@d.dev: another/s,
    );
  });

  it("rejects with the signal's reason on abort, before and during the wait, and on close", async () => {
    const mailbox = open();
    const reason = new Error('enough');
    await expect(mailbox.waitFor(() => true, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const caller = new AbortController();
    const waiting = mailbox.waitFor(() => true, { signal: caller.signal });
    caller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    const closed = mailbox.waitFor(() => true);
    mailbox.close();
    await expect(closed).rejects.toThrow('closed');
  });

  it('leaves no listener on a signal that lives longer than the wait', async () => {
    const mailbox = open();
    const { signal } = new AbortController();
    for (let index = 0; index < 20; index += 1) {
      const waiting = mailbox.waitFor(({ id }) => id === `m${index}`, { signal });
      await mailbox.deliver(deliveryOf(`m${index}`));
      await waiting;
      await expect(mailbox.waitFor(() => false, { signal, timeoutMs: 1 })).rejects.toThrow(
        'No matching message',
      );
    }
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('rejects with what the predicate throws', async () => {
    const mailbox = open();
    const waiting = mailbox.waitFor(() => {
      throw new Error('bad predicate');
    });
    const outcome = expect(waiting).rejects.toThrow('bad predicate');
    await mailbox.deliver(deliveryOf('m1'));
    await outcome;
  });

  it('calls every listener until it unsubscribes, also when another one throws', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const mailbox = open();
    const heard: string[] = [];
    mailbox.subscribe(() => {
      throw new Error('broken listener');
    });
    const unsubscribe = mailbox.subscribe(({ id }) => heard.push(id));
    await mailbox.deliver(deliveryOf('m1'));
    unsubscribe();
    await mailbox.deliver(deliveryOf('m2'));
    expect(heard).toEqual(['m1']);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('broken listener'));
    warn.mockRestore();
  });
});

const running: MailService[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()));
});

async function start(options?: MailServiceOptions) {
  const service = await startMailService(options);
  running.push(service);
  const headers = { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ to: 'b@c.dev', from: 'a@b.dev', subject: 's', body: 'b' });
  const send = (extra: Record<string, string> = {}) =>
    fetch(`${service.apiUrl}/v1/send`, { method: 'POST', headers: { ...headers, ...extra }, body });
  return { service, send, list: () => fetch(`${service.apiUrl}/contacts`, { headers }) };
}

describe('faults', () => {
  it('S5: sends the given response the given number of times, and runs nothing', async () => {
    const { service, send } = await start();
    service.failNext({ count: 2, status: 503, headers: { 'Retry-After': '7' }, body: '<html>\u0000ü' });
    for (let round = 0; round < 2; round += 1) {
      const response = await send();
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('7');
      expect(response.headers.get('content-type')).toBeNull();
      expect(await response.text()).toBe('<html>\u0000ü');
    }
    expect(service.mailbox.list()).toHaveLength(0);
    expect((await send()).status).toBe(200);
  });

  it('words the body as the service would when none is given, and counts a 429', async () => {
    const { service, send } = await start();
    service.failNext({ status: 429 });
    service.failNext({ status: 500, body: { own: true } });
    expect(await (await send()).json()).toMatchObject({
      success: false,
      error: { code: 'RATE_LIMIT_EXCEEDED', statusCode: 429 },
    });
    expect(await (await send()).json()).toEqual({ own: true });
    expect(service.stats).toMatchObject({ requests: 2, refused: 1 });
  });

  it('meets only the requests that match', async () => {
    const { service, send, list } = await start();
    service.failNext({ status: 500, match: { method: 'post', path: '/v1/send' } });
    service.failNext({ status: 502, match: { path: /^\/contacts/ } });
    expect((await list()).status).toBe(502);
    expect((await send()).status).toBe(500);
    expect((await list()).status).toBe(200);
  });

  it('loses the response of a sent mail: a retry with the same key is refused', async () => {
    const { service, send } = await start();
    service.failNext({ drop: true, where: 'after' });
    await expect(send({ 'idempotency-key': 'k' })).rejects.toThrow('fetch failed');
    expect(service.mailbox.list()).toHaveLength(1);
    const second = await send({ 'idempotency-key': 'k' });
    expect(second.status).toBe(409);
    expect(await second.json()).toMatchObject({ error: { details: { originalStatusCode: 200 } } });
    expect(service.mailbox.list()).toHaveLength(1);
  });

  it('cuts the connection without performing', async () => {
    const { service, send } = await start();
    service.failNext({ drop: true });
    await expect(send()).rejects.toThrow('fetch failed');
    expect(service.mailbox.list()).toHaveLength(0);
  });

  it('delays, then responds as usual', async () => {
    const { service, send } = await start();
    service.failNext({ delayMs: 1 });
    expect((await send()).status).toBe(200);
  });

  it('S6: closes at once while a request is being delayed', async () => {
    const { service, send } = await start();
    service.failNext({ delayMs: 3_600_000 });
    const pending = send();
    pending.catch(() => {});
    await expect.poll(() => service.stats.requests).toBe(1);
    await service.close();
    await expect(pending).rejects.toThrow('fetch failed');
    expect(service.mailbox.list()).toHaveLength(0);
  });

  it.each([{ count: 0 }, { count: 1.5 }, { status: 99 }, { status: 600 }])(
    'refuses the fault %o',
    async (fault) => {
      const { service } = await start();
      expect(() => service.failNext(fault)).toThrow(RangeError);
    },
  );
});
