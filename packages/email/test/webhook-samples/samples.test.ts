import { describe, expect, it } from 'vitest';
import { mutationsOf } from '../../src/testing/webhook-mutations.ts';
import { parseSigned, providers, readUnsigned } from './receivers.ts';
import type { WebhookSample } from './sample.ts';

/** A file of the name of each driver has them. */
const samples: Readonly<Record<string, readonly WebhookSample[]>> = Object.fromEntries(
  await Promise.all(
    providers.map(async (name) => [name, (await import(`./${name}.ts`))[`${name}Samples`]] as const),
  ),
);

/** Elastic Email posts forms. */
const contentTypes: Readonly<Record<string, string>> = { elasticemail: 'application/x-www-form-urlencoded' };

describe.each(providers)('webhooks of %s, in the forms that others have seen', (provider) => {
  it.each(samples[provider] ?? [])('$what ($source, $date)', async ({ body, events }) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const parsed = await parseSigned(provider, text, contentTypes[provider]);
    expect(parsed).toMatchObject(events);
    const ids = parsed.map(({ id }) => id);
    const again = await parseSigned(provider, text, contentTypes[provider]);
    expect(again.map(({ id }) => id)).toEqual(ids);
  });
});

/** The first sample of each kind of event; a test of the address is none. */
function kindsOf(own: readonly WebhookSample[]): readonly WebhookSample[] {
  const kinds = own.map(({ events }) => `${events.map(({ type }) => type)}`);
  return own.filter(
    ({ body, events }, index) =>
      typeof body === 'object' && events.length > 0 && kinds.indexOf(kinds[index] ?? '') === index,
  );
}

/** Brevo has the mails that arrived in a list inside the body. */
function countOf(payload: unknown): number {
  const inside = typeof payload === 'object' && payload !== null ? Reflect.get(payload, 'items') : undefined;
  const items = [payload, inside].find((each) => Array.isArray(each));
  return Array.isArray(items) ? items.length : 1;
}

it.each(providers)('webhooks of %s lose no event when a field is missing or odd', async (provider) => {
  const lost: unknown[] = [];
  for (const { what, body } of kindsOf(samples[provider] ?? [])) {
    for (const mutation of mutationsOf(Array.isArray(body) ? body[0] : body)) {
      const { length } = await readUnsigned(provider, JSON.stringify(mutation.payload));
      if (length < countOf(mutation.payload)) lost.push([what, mutation.what, length]);
    }
  }
  expect(lost).toEqual([]);
});

it('are more than 120, each with a source and a date', () => {
  const all = Object.values(samples).flat();
  expect(all.length).toBeGreaterThan(120);
  expect(all.filter(({ source, date }) => source === '' || !/^\d{4}-\d{2}-\d{2}$/.test(date))).toEqual([]);
});
