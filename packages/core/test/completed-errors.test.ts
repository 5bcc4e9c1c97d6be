import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createServiceClient, type Limiter, noAuth, OrgError, ThrottleRejectedError } from '../src/index.ts';
import { createFakeTransport, createManualRuntime } from '../src/testing/index.ts';

/** One call that its limiter ends. */
async function run(limiter: Limiter, status = 200) {
  const transport = createFakeTransport([{ answer: { status } }]);
  const client = createServiceClient(
    { name: 'acme', baseUrl: 'https://api.acme.test', auth: noAuth() },
    { runtime: createManualRuntime(), transport, limiter, retry: { baseMs: 0 } },
  );
  const [result] = await Promise.allSettled([client.request({ method: 'GET', path: '/' })]);
  return result.status === 'rejected' ? result.reason : expect.unreachable('it was meant to fail');
}

describe('an OrgError without the fields of the call', () => {
  class TenantBlockedError extends OrgError {
    static override readonly family: string = 'TenantBlockedError';

    constructor(tenant: string) {
      super({ message: `Tenant ${tenant} is blocked.` });
    }
  }

  it('is completed in a copy, whatever its constructor takes', async () => {
    const thrown = new TenantBlockedError('seven');
    const limiter = { acquire: () => Promise.reject(thrown) } as unknown as Limiter;
    const error = await run(limiter);
    expect(TenantBlockedError.isInstance(error)).toBe(true);
    expect(error).toBeInstanceOf(TenantBlockedError);
    expect(error).toMatchObject({
      message: 'Tenant seven is blocked.',
      name: 'TenantBlockedError',
      code: 'tenant-blocked',
      provider: 'acme',
      operation: 'request',
      outcome: 'not-sent',
      attempts: 0,
      stack: expect.stringContaining(`${thrown.stack}`),
    });
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ code: 'tenant-blocked', provider: 'acme' });
    expect(inspect(error)).toContain('TenantBlockedError: Tenant seven is blocked.');
    expect(thrown.provider).toBeUndefined();
  });

  it('takes over what earlier attempts did', async () => {
    let asked = 0;
    const acquire = async () => {
      asked += 1;
      if (asked === 1) return { waitedMs: 0, release() {} };
      throw new ThrottleRejectedError({ message: 'Full.', outcome: 'not-sent' });
    };
    const limiter = { acquire } as unknown as Limiter;
    const error = await run(limiter, 500);
    expect(error).toMatchObject({ name: 'ThrottleRejectedError', outcome: 'unknown', attempts: 1 });
  });
});
