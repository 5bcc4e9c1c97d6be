import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { cleanCause } from './clean-cause.ts';
import { createRedactor } from './redact.ts';

const canary = 'canary-51d0e2/+=';

/** Everything that logging an error can show. */
function shown(error: unknown): string {
  const parts = [inspect(error, { showHidden: true, depth: 20 }), JSON.stringify(error), String(error)];
  for (let level = error; level instanceof Error; level = level.cause)
    parts.push(level.stack ?? '', level.message);
  return parts.join('\n');
}

const coded = (message: string, code: unknown) => Object.assign(new Error(message), { code });

describe('security: cleanCause', () => {
  it('keeps names, messages, codes and frames along the chain, and nothing else', () => {
    const root = coded('connect ECONNREFUSED', 'ECONNREFUSED');
    const error = new TypeError('fetch failed', { cause: root });
    Object.assign(error, { request: { headers: { authorization: canary } }, options: { context: canary } });
    const clean = cleanCause(error, createRedactor([]));
    expect(clean).toMatchObject({
      name: 'TypeError',
      message: 'fetch failed',
      cause: { name: 'Error', message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' },
    });
    expect(clean?.stack).toContain('clean-cause.test.ts');
    expect(Object.keys(clean ?? {})).toEqual([]);
    expect(shown(clean)).not.toContain('canary-51d0e2');
  });

  it.each([
    ['message', () => new Error(`refused ${canary}`)],
    ['URL in the message', () => new Error(`GET https://x.test/?key=${encodeURIComponent(canary)}`)],
    ['name', () => Object.assign(new Error('x'), { name: canary })],
    ['code', () => coded('x', canary)],
    ['stack', () => Object.assign(new Error('x'), { stack: `Error: ${canary}\n    at f (${canary}:1:1)` })],
    ['cause', () => new Error('x', { cause: new Error('y', { cause: canary }) })],
    ['aggregate', () => new AggregateError([new Error(canary)], '')],
    ['property', () => Object.assign(new Error('x'), { canary, config: { key: canary } })],
    ['symbol', () => Object.assign(new Error('x'), { [Symbol(canary)]: canary })],
    ['string', () => canary],
    ['object', () => ({ message: canary, response: { body: canary } })],
    ['object without a message', () => ({ key: canary })],
  ])('C13: shows no canary from the %s', (_where, make) => {
    expect(shown(cleanCause(make(), createRedactor([canary])))).not.toContain('canary-51d0e2');
  });

  it('C13: a cut message does not keep half a secret', () => {
    for (let before = 1_980; before < 2_020; before += 1) {
      const clean = cleanCause(new Error('x'.repeat(before) + canary), createRedactor([canary]));
      expect(clean?.message).toBe(`${'x'.repeat(before)}[redacted]`.slice(0, 2_000));
    }
  });

  it('keeps the code and the first inner error of a connect to several addresses', () => {
    const inner = [coded('connect ECONNREFUSED ::1:9', 'ECONNREFUSED'), coded('connect 127.0.0.1:9', 'X')];
    const clean = cleanCause(
      Object.assign(new AggregateError(inner), { code: 'ECONNREFUSED' }),
      createRedactor([]),
    );
    expect(clean).toMatchObject({
      name: 'AggregateError',
      code: 'ECONNREFUSED',
      message: 'connect ECONNREFUSED ::1:9; connect 127.0.0.1:9',
      cause: { code: 'ECONNREFUSED' },
    });
  });

  it('shortens cycles and long chains', () => {
    const cycle = new Error('cycle');
    cycle.cause = cycle;
    let chain = new Error('0');
    for (let level = 1; level < 1_000; level += 1) chain = new Error(`${level}`, { cause: chain });
    for (const error of [cycle, chain]) {
      let levels = 0;
      for (
        let level: unknown = cleanCause(error, createRedactor([]));
        level instanceof Error;
        level = level.cause
      )
        levels += 1;
      expect(levels).toBe(6);
    }
  });

  it('survives errors whose every property throws', () => {
    const trap = () => {
      throw new Error('no');
    };
    const proxy = new Proxy(new Error('x'), { get: trap, getPrototypeOf: trap, ownKeys: trap, has: trap });
    const revoked = Proxy.revocable([], {});
    revoked.revoke();
    for (const hostile of [
      proxy,
      revoked.proxy,
      { errors: proxy },
      { errors: revoked.proxy },
      { errors: [proxy] },
    ]) {
      expect(cleanCause(hostile, createRedactor([]))).toMatchObject({ name: 'Error', message: '' });
    }
  });

  it.each([
    [undefined, undefined],
    [null, undefined],
    [0, ''],
    [Symbol('s'), ''],
    ['text', 'text'],
    [new DOMException('gone', 'AbortError'), 'gone'],
  ])('makes of a thrown %s an error with the message %j', (thrown, message) => {
    expect(cleanCause(thrown, createRedactor([]))?.message).toBe(message);
  });

  it("keeps name, message and code of the platform's own failures", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await new Promise((resolve) => server.close(resolve));
    const url = `http://127.0.0.1:${port}/?key=${encodeURIComponent(canary)}`;
    const failure: unknown = await fetch(url, { headers: { 'x-key': canary } }).catch(
      (error: unknown) => error,
    );
    const clean = cleanCause(failure, createRedactor([canary]));
    expect(clean).toMatchObject({ name: 'TypeError', cause: { code: 'ECONNREFUSED' } });
    expect(shown(clean)).not.toContain('canary-51d0e2');
  });
});
