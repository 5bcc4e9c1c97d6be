import { createEmailClient } from '@org/email';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type HttpDriverName, httpDriver, httpDriverNames } from '../support/drivers.ts';
import { type Provider, providers, receive } from './receive.ts';

const megabyte = 1_000_000;
const json = JSON.stringify({ type: 'webhook.test', event: 'inbound', data: 'x'.repeat(2 * megabyte) });
const form = `mandrill_events=a&${'a=b&'.repeat(megabyte)}`;
const bodies = [
  ['application/json', json],
  ['application/x-www-form-urlencoded', form],
  ['multipart/form-data; boundary=b', `--b\r\n${json}\r\n--b--\r\n`],
] as const;

function forged(type: string, body: string): Request {
  const headers = {
    'content-type': type,
    'svix-id': 'm1',
    'svix-timestamp': String(Math.floor(Date.now() / 1_000)),
    'svix-signature': 'v1,Zm9yZ2Vk',
    signature: 'f0'.repeat(32),
    'mailtrap-signature': 'f0'.repeat(32),
    'x-mandrill-signature': 'Zm9yZ2Vk',
  };
  return new Request('https://acme.dev/hooks?token=guess', { method: 'POST', headers, body });
}

/** The lengths of the texts that were parsed as JSON or as a form; of parameters, their number. */
function spyOnParsers(): number[] {
  const lengths: number[] = [];
  const { parse } = JSON;
  vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    lengths.push(String(text).length);
    return parse(text, reviver);
  });
  const { formData } = Response.prototype;
  vi.spyOn(Response.prototype, 'formData').mockImplementation(async function (this: Response) {
    lengths.push((await this.clone().arrayBuffer()).byteLength);
    return formData.call(this);
  });
  const Parameters = URLSearchParams;
  vi.stubGlobal(
    'URLSearchParams',
    class extends Parameters {
      constructor(init?: ConstructorParameters<typeof Parameters>[0]) {
        super(init);
        lengths.push([...this.keys()].length);
      }
    },
  );
  return lengths;
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe.each(bodies)('security: a large forged body of %s is refused before it is parsed', (type, body) => {
  const webhookSecret = `whsec_${btoa('a secret of the test')}`;
  const drivers = httpDriverNames.filter((name) => httpDriver(name, { apiKey: 'x' }).capabilities.webhooks);

  it.each<Provider>(providers)('as a mail of %s', async (provider) => {
    const lengths = spyOnParsers();
    const { status, mails, events } = await receive(provider, forged(type, body));
    expect([Math.floor(status / 100), mails, events]).toEqual([4, [], []]);
    expect(Math.max(0, ...lengths)).toBeLessThan(megabyte);
  });

  it.each<HttpDriverName>(drivers)('as events of %s', async (name) => {
    const driver = httpDriver(name, { apiKey: 'x', webhookSecret });
    const email = createEmailClient({
      driver: driver as ReturnType<typeof import('@org/email/plunk').plunk>,
    });
    const lengths = spyOnParsers();
    await expect(email.webhooks.parse(forged(type, body))).rejects.toThrow();
    expect(lengths.length === 0 || Math.max(...lengths) < megabyte).toBe(true);
  });
});
