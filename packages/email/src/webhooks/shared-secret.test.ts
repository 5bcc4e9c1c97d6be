import { createLiveSecrets } from '@org/core/webhooks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeEventId } from '../wire/event-id.ts';
import { signWithToken, verifySharedSecret } from './shared-secret.ts';

const secrets = createLiveSecrets(['s3cret-one', 'ann:s3cret-two', 'with a space']);

async function isGenuine(query: string, authorization?: string): Promise<boolean> {
  const header = (name: string) => (name === 'authorization' ? authorization : undefined);
  const webhook = { bytes: new Uint8Array(), text: '', header, url: '', query: new URLSearchParams(query) };
  return (await verifySharedSecret(webhook, { secrets })).genuine;
}

const basic = (text: string) => `Basic ${btoa(text)}`;

describe('security: verifySharedSecret', () => {
  it.each<[string, string, string?]>([
    ['a token in the URL', 'token=s3cret-one'],
    ['one of several tokens', 'token=x&token=s3cret-one'],
    ['a bearer token', '', 'Bearer s3cret-one'],
    ['a bearer token with spaces', '', 'Bearer with a space'],
    ['basic auth with the secret as password', '', basic('any:s3cret-one')],
    ['basic auth with user and password', '', basic('ann:s3cret-two')],
  ])('accepts %s', async (_what, query, authorization) => {
    expect(await isGenuine(query, authorization)).toBe(true);
  });

  it.each<[string, string, string?]>([
    ['nothing', ''],
    ['an empty token', 'token=', 'Bearer '],
    ['another token', 'token=s3cret-onf'],
    ['half a token', 'token=s3cret'],
    ['another parameter', 'secret=s3cret-one'],
    ['another scheme', '', 'Digest s3cret-one'],
    ['damaged base64', '', 'Basic a'],
    ['another user', '', basic('bob:s3cret-two')],
  ])('refuses %s', async (_what, query, authorization) => {
    expect(await isGenuine(query, authorization)).toBe(false);
  });

  it('E8: accepts no mutation of a token and never throws', async () => {
    const other = fc.string().filter((text) => text !== 's3cret-one' && text !== 'ann:s3cret-two');
    await fc.assert(
      fc.asyncProperty(other, fc.string(), async (token, authorization) => {
        expect(await isGenuine(new URLSearchParams({ token }).toString(), authorization)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('accepts what signWithToken makes', async () => {
    const { query } = await signWithToken('{}', { secret: 's3cret-one', nowMs: 0 });
    expect(await isGenuine(new URLSearchParams(query).toString())).toBe(true);
  });
});

describe('makeEventId', () => {
  const event = { provider: 'acme', messageId: 'a', recipient: 'bob@example.com', timestamp: new Date(0) };

  it('is the same for the same event, and does not reveal it', async () => {
    const id = await makeEventId(event, 'opened');
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(await makeEventId({ ...event }, 'opened')).toBe(id);
  });

  it.each([{ messageId: 'b' }, { recipient: 'cat@example.com' }, { timestamp: new Date(1) }])(
    'differs for %o',
    async (change) => {
      expect(await makeEventId({ ...event, ...change }, 'opened')).not.toBe(
        await makeEventId(event, 'opened'),
      );
    },
  );
});
