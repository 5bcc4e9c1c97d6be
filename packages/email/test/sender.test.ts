import { createFakeDriver } from '@org/core/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { plunk } from '../src/drivers/plunk/index.ts';
import { createEmailClient, type EmailMessage, type OnLossy, type SendReceipt } from '../src/index.ts';

const message: EmailMessage = {
  from: 'ann@acme.dev',
  to: 'bob@example.com',
  subject: 'Hi',
  html: '<p>Hi</p>',
};
const lossy: EmailMessage = { ...message, text: 'Hi', tags: ['spring'] };
const receipt: SendReceipt = { outcomes: [{ recipient: 'bob@example.com', status: 'accepted' }] };

function clientWith(onLossy?: OnLossy, answer = receipt) {
  const driver = createFakeDriver(plunk({ apiKey: 'unused' })).answer('send', answer);
  return { driver, email: createEmailClient({ driver, onLossy }) };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a message that the service cannot carry as it is', () => {
  it('is refused before anything is sent, unless the caller allows it', async () => {
    const { email, driver } = clientWith();
    await expect(email.send(lossy)).rejects.toMatchObject({
      code: 'unsupported',
      outcome: 'not-sent',
      issues: [{ path: 'text' }, { path: 'tags' }],
    });
    expect(driver.calls).toEqual([]);
  });

  it.each<[OnLossy | undefined, OnLossy | undefined, number]>([
    ['allow', undefined, 0],
    ['warn', undefined, 2],
    ['error', 'warn', 2],
    ['warn', 'allow', 0],
    [undefined, 'allow', 0],
  ])('is sent and reported with %s for the client and %s for the call', async (client, call, warnings) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { email, driver } = clientWith(client);
    const result = await email.send(lossy, { onLossy: call });
    expect(result.lossy.map(({ field, action }) => [field, action])).toEqual([
      ['text', 'dropped'],
      ['tags', 'dropped'],
    ]);
    expect(warn).toHaveBeenCalledTimes(warnings);
    expect(driver.callsOf('send')[0]?.input).toMatchObject({ tags: [] });
    expect(driver.callsOf('send')[0]?.input.text).toBeUndefined();
    // An option of ours, not of the engine.
    expect(driver.callsOf('send')[0]?.options).not.toHaveProperty('onLossy');
  });

  it('is refused by the option of one call, in a client that allows it', async () => {
    const { email } = clientWith('allow');
    await expect(email.send(lossy, { onLossy: 'error' })).rejects.toMatchObject({ code: 'unsupported' });
  });
});

describe('the limits of a service', () => {
  const filesOf = (count: number, bytes: number) =>
    Array.from({ length: count }, (_, index) => ({ filename: `${index}`, content: new Uint8Array(bytes) }));
  const mebibyte = 1024 * 1024;

  it('are reached without an error', async () => {
    const { email } = clientWith();
    const attachments = filesOf(10, mebibyte);
    expect((await email.send({ ...message, attachments })).lossy).toEqual([]);
  });

  it.each([
    ['one file more', filesOf(11, 1)],
    ['one byte more in all files together', [...filesOf(9, mebibyte), ...filesOf(1, mebibyte + 1)]],
  ])('are not passed: %s', async (_what, attachments) => {
    const { email, driver } = clientWith();
    await expect(email.send({ ...message, attachments })).rejects.toMatchObject({
      code: 'payload-too-large',
      outcome: 'not-sent',
    });
    expect(driver.calls).toEqual([]);
  });
});

describe('the result of a send', () => {
  it('has the id of the first recipient who was accepted', async () => {
    const outcomes = [
      { recipient: 'a@example.com', status: 'rejected', messageId: 'm0' },
      { recipient: 'b@example.com', status: 'scheduled', messageId: 'm1' },
      { recipient: 'c@example.com', status: 'accepted', messageId: 'm2' },
    ] as const;
    const { email } = clientWith('error', { outcomes, response: '250 Queued' });
    expect(await email.send(message)).toEqual({
      provider: 'plunk',
      messageId: 'm1',
      outcomes,
      replayed: false,
      lossy: [],
      response: '250 Queued',
    });
  });

  it('has no id and no words where the service gave none', async () => {
    const { email } = clientWith('error', { ...receipt, replayed: true });
    expect(await email.send(message)).toEqual({ provider: 'plunk', ...receipt, replayed: true, lossy: [] });
  });
});
