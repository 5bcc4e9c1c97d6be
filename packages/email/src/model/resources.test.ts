import { InvalidInputError } from '@org/core';
import { createEmailClient } from '@org/email';
import { plunk } from '@org/email/plunk';
import { describe, expect, it } from 'vitest';

/** A client whose every request is noted; none is answered with anything but a failure. */
function createRecordingClient() {
  const requests: string[] = [];
  const fetch = async (input: RequestInfo | URL) => {
    requests.push(input instanceof Request ? input.url : String(input));
    return new Response('{}', { status: 400 });
  };
  const email = createEmailClient({ driver: plunk({ apiKey: 'sk_1234567890' }), runtime: { fetch } });
  return { email, requests };
}

const template = { name: 'Welcome', subject: 'Hi', html: '<p>Hi</p>', from: 'ann@acme.dev' };
const contact = { email: 'bob@example.com' };

async function pathsOf(call: Promise<unknown>): Promise<readonly string[]> {
  const error = await call.catch((reason: unknown) => reason);
  if (InvalidInputError.isInstance(error)) return (error.issues ?? []).map(({ path }) => path);
  throw new Error('It was taken.', { cause: error });
}

describe('what is to be stored is checked before anything is sent', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['nothing', undefined, ['']],
    ['no address', {}, ['email']],
    ['a line break', { email: 'bob@example.com\r\nRCPT TO:<x@evil.example>' }, ['email']],
    ['a name and an address', { email: 'Bob <bob@example.com>' }, ['email']],
    ['a field of the service', { ...contact, data: { plan: 'free' } }, ['data']],
    ['a number that JSON has not', { ...contact, fields: { visits: Number.NaN } }, ['fields']],
    ['an object as a value', { ...contact, fields: { a: {} } }, ['fields']],
    ['a word for a boolean', { ...contact, subscribed: 'no' }, ['subscribed']],
  ])('a contact: %s', async (_what, input, paths) => {
    const { email, requests } = createRecordingClient();
    expect(await pathsOf(email.contacts.upsert(input as never))).toEqual(paths);
    expect(requests).toEqual([]);
  });

  it.each<[string, unknown, readonly string[]]>([
    ['nothing', null, ['']],
    ['half of it', { name: 'Welcome' }, ['subject', 'html']],
    ['a line break in the subject', { ...template, subject: 'Hi\r\nBcc: x@evil.example' }, ['subject']],
    ['a line break in the name', { ...template, name: 'a\nb' }, ['name']],
    ['a line break in the sender', { ...template, from: 'ann@acme.dev\r\nBcc: x@evil.example' }, ['from']],
    ['a line break in replyTo', { ...template, replyTo: 'ann@acme.dev\n' }, ['replyTo']],
    ['blank HTML', { ...template, html: ' ' }, ['html']],
    ['an unknown kind', { ...template, kind: 'newsletter' }, ['kind']],
    ['a field of the service', { ...template, body: 'x' }, ['body']],
  ])('a template: %s', async (_what, input, paths) => {
    const { email, requests } = createRecordingClient();
    expect(await pathsOf(email.templates.create(input as never))).toEqual(paths);
    expect(requests).toEqual([]);
  });

  it.each([undefined, '', '..', null, 7])('an id: %j', async (id) => {
    const { email, requests } = createRecordingClient();
    for (const call of [
      email.contacts.get(id as never),
      email.contacts.delete(id as never),
      email.contacts.update(id as never, { subscribed: false }),
      email.templates.get(id as never),
      email.templates.delete(id as never),
      email.templates.update(id as never, { name: 'x' }),
    ])
      expect(await pathsOf(call)).toEqual(['id']);
    expect(requests).toEqual([]);
  });

  it('changes and filters', async () => {
    const { email, requests } = createRecordingClient();
    expect(await pathsOf(email.contacts.update('1', { name: 'x' } as never))).toEqual(['name']);
    expect(await pathsOf(email.templates.update('1', undefined as never))).toEqual(['']);
    const first = async (list: AsyncIterable<unknown>) => {
      for await (const _item of list) return;
    };
    expect(await pathsOf(first(email.contacts.list({ pageSize: 0 })))).toEqual(['pageSize']);
    expect(await pathsOf(first(email.templates.list({ kind: 'x' as never })))).toEqual(['kind']);
    expect(requests).toEqual([]);
  });
});
