// Posts of mail that others recorded or documented, beside this repository where somebody keeps them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../support/shared-folder.ts';
import { hasPosts, postOf, receive } from './receive.ts';

const folder = sharedFolder('observed');
const isThere = existsSync(folder);

interface Observed {
  readonly id: string;
  readonly provider: string;
  readonly what: string;
  readonly body: Readonly<Record<string, unknown>>;
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

const absent = isThere ? '' : ' (the recordings are not there)';
describe.skipIf(!isThere)(`mail that others recorded${absent}`, () => {
  const known = observedPosts().filter(({ provider }) => hasPosts(provider));

  it.each(known)('$id', async ({ provider, body, events }) => {
    const { status, mails, errors } = await receive(provider, postOf(provider, body));
    expect(errors).toEqual([]);
    expect(status).toBe(200);
    expect(mails.length).toBe(events.length);
    for (const [index, { recipient }] of events.entries()) {
      const mail = mails[index];
      expect(mail?.id).toBeTruthy();
      if (recipient !== undefined) expect(mail?.envelope.to).toContain(recipient);
    }
    expect(mails).toMatchObject(mails.map(() => ({ provider })));
  });
});
