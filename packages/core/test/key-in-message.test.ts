import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { BadRequestError, bearerAuth, type Classify, createServiceClient } from '../src/index.ts';
import { type Answer, startFaultServer } from '../src/testing/index.ts';

const key = 'sk-canary-1.25-0123456789abcdef';
const call = { method: 'POST', path: '/things', json: {} } as const;

/** Everything that a reader of the error sees. */
async function shownOf(answer: Answer, classify?: Classify): Promise<string> {
  await using server = await startFaultServer({ rules: [{ answer }] });
  const service = { name: 'acme', baseUrl: server.url, auth: bearerAuth(), credential: key, classify };
  await using client = createServiceClient(service);
  const operation = {
    name: 'thing.create',
    safety: 'unsafe',
    encode: () => call,
    decode: { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } },
  } as const;
  const error = await client.execute(operation, undefined).then(
    () => expect.unreachable('the call should fail'),
    (thrown: unknown) => thrown,
  );
  return `${inspect(error, { depth: 9 })} ${JSON.stringify(error)}`;
}

/** No part of the key of this length is ordinary text. */
function expectNoPartOfKey(shown: string): void {
  for (let at = 0; at + 6 <= key.length; at += 1) expect(shown).not.toContain(key.slice(at, at + 6));
}

// Every place where a limit of 40, 300, 500 or 2000 characters could cut the key in two.
const places = [40, 300, 500, 2_000].flatMap((limit) => [1, 8, 20, 30].map((part) => limit - part));

describe('C13: a key in the words of a service is removed before anything is cut', () => {
  it.each(places)('a 200 response that is not JSON, with the key after %i characters', async (before) => {
    const shown = await shownOf({ body: `${'x'.repeat(before)}${key} and more ${'y'.repeat(3_000)}` });
    expect(shown).toContain('The response is not JSON');
    expectNoPartOfKey(shown);
  });

  it.each(places)('`words` of a classifier, with the key after %i characters', async (before) => {
    const classify: Classify = (answer) => ({
      type: BadRequestError,
      message: 'Refused.',
      words: answer.text(),
      // A service's numbers may be coordinates; the key of this test has one.
      redact: (text) => text.replaceAll(/\d+\.\d+/g, '…'),
      outcome: 'not-sent',
      replay: 'never',
      details: answer.text(),
      issues: [{ path: 'x', message: answer.text() }],
      cause: new Error(answer.text()),
    });
    const shown = await shownOf(
      { status: 400, body: `8.25 ${'x'.repeat(before)}${key}${'y'.repeat(900)}` },
      classify,
    );
    expect(shown).toContain('Refused. The service says: … xxx');
    expect(shown).not.toContain('8.25');
    expectNoPartOfKey(shown);
  });
});
