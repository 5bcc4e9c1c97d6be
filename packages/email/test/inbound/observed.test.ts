// Posts of mail that others recorded or documented, beside this repository where somebody keeps them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../support/shared-folder.ts';
import { isProvider, postOf, receive } from './receive.ts';

const folder = sharedFolder('observed');
const isThere = existsSync(folder);

interface Observed {
  readonly id: string;
  readonly provider: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly contentType: string;
  readonly events: readonly { readonly type: string; readonly recipient?: string }[];
}

function observedPosts(): readonly Observed[] {
  if (!isThere) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.flatMap((name) => {
    const { webhooks = [] } = JSON.parse(readFileSync(`${folder}${name}`, 'utf8'));
    const isInbound = (webhook: Observed) => webhook.events.some(({ type }) => type === 'inbound');
    return webhooks.filter((webhook: Observed) => name === 'inbound.json' || isInbound(webhook));
  });
}

const raw = 'From: Ann <ann@example.com>\r\nSubject: Loaded\r\n\r\nHello\r\n';

/** Resend's API with a mail, and the bucket of SES. */
const fetch = async (input: unknown) => {
  const url = input instanceof Request ? input.url : `${input}`;
  if (url.includes('/emails/receiving/'))
    return Response.json({ raw: { download_url: 'https://cdn.example.com/raw.eml' } });
  return new Response(url.endsWith('.eml') ? raw : '', { status: url.endsWith('.eml') ? 200 : 404 });
};

const absent = isThere ? '' : ' (the recordings are not there)';
describe.skipIf(!isThere)(`mail that others recorded${absent}`, () => {
  // The answer of an API is no webhook.
  const known = observedPosts().filter(({ provider, id }) => isProvider(provider) && !/retrieve/.test(id));

  it.each(known)('$id', async ({ provider, body, events }) => {
    if (!isProvider(provider)) throw new TypeError(provider);
    const loaded = provider === 'resend' ? { fetch: fetch as typeof globalThis.fetch } : {};
    const fetchObject = async () => new TextEncoder().encode(raw);
    const { status, mails, errors } = await receive(provider, postOf(provider, body), {
      ...loaded,
      fetchObject,
    });
    expect(errors).toEqual([]);
    expect(status).toBe(200);
    expect(mails.length).toBe(events.length);
    for (const [index, { recipient }] of events.entries()) {
      expect(mails[index]).toMatchObject({ provider, id: expect.stringMatching(/./) });
      if (recipient !== undefined) expect(recipientsOf(mails[index])).toContain(recipient);
    }
  });

  it('are of eight services', () => {
    expect(new Set(known.map(({ provider }) => provider)).size).toBe(8);
  });
});

type Mail = Awaited<ReturnType<typeof receive>>['mails'][number] | undefined;

/** Of the envelope; of the header where the service does not say. */
const recipientsOf = (mail: Mail) =>
  mail?.envelope.to.length ? mail.envelope.to : mail?.to.map(({ address }) => address);
