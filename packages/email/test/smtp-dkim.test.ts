import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListUnsubscribe } from '@org/email';
import { fromFile } from '@org/email/engine';
import { describe, expect, it } from 'vitest';
import { createSmtpStage, message } from './smtp-stage.ts';

const { start, client } = createSmtpStage();
const pem = { type: 'pkcs8', format: 'pem' } as const;
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: pem,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const ed25519 = generateKeyPairSync('ed25519', {
  privateKeyEncoding: pem,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey;
const ellipticCurve = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: pem,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey;
const dkim = { domain: 'acme.dev', selector: 'mail2026', privateKey };

/** As the receiver got it: the dots at the beginning of lines are not doubled. */
const unstuffed = (text: string) => `${text.replace(/^\.\./gm, '.')}\r\n`;

interface Verdict {
  readonly tags: ReadonlyMap<string, string>;
  readonly isBodyEqual: boolean;
  readonly isSigned: boolean;
}

/** An independent verifier of relaxed/relaxed (RFC 6376, sections 3.4 and 3.7; RFC 8463, section 3). */
function verifyDkim(mail: string, key: string | KeyObject = privateKey, algorithm = 'rsa'): Verdict {
  const split = mail.indexOf('\r\n\r\n');
  const fields = mail.slice(0, split).split(/\r\n(?![ \t])/);
  const body = mail.slice(split + 4);
  const signature =
    fields.find((field) => /^DKIM-Signature:/i.test(field) && field.includes(`a=${algorithm}-`)) ?? '';
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).trim()]),
  );
  const relaxedBody = body
    .replace(/[ \t]+(?=\r\n)/g, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/(?:\r\n)*$/, '\r\n');
  const bodyHash = createHash('sha256').update(relaxedBody, 'latin1').digest('base64');
  const rest = [...fields];
  const signed = (tags.get('h') ?? '').split(':').map((name) => {
    const at = rest.findLastIndex((field) => field.toLowerCase().startsWith(`${name.trim().toLowerCase()}:`));
    return at === -1 ? '' : `${relaxed(rest.splice(at, 1)[0] ?? '')}\r\n`;
  });
  const unsigned = relaxed(signature).replace(/(?<=[;\s]b=).*$/, '');
  const text = Buffer.from(signed.join('') + unsigned, 'latin1');
  const isSigned = verify(
    algorithm === 'rsa' ? 'sha256' : null,
    algorithm === 'rsa' ? text : createHash('sha256').update(text).digest(),
    createPublicKey(key),
    Buffer.from((tags.get('b') ?? '').replace(/\s/g, ''), 'base64'),
  );
  return { tags, isBodyEqual: bodyHash === tags.get('bh')?.replace(/\s/g, ''), isSigned };
}

function relaxed(field: string): string {
  const colon = field.indexOf(':');
  const value = field
    .slice(colon + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${field.slice(0, colon).trim().toLowerCase()}:${value}`;
}

describe('DKIM', () => {
  const listUnsubscribe: ListUnsubscribe = { url: 'https://acme.dev/u', oneClick: true };

  it.each<[string, object]>([
    ['a plain text', {}],
    ['lines with dots, spaces and no end', { text: '.\n..a\n  two  spaces \n\n\nend' }],
    ['text outside ASCII', { subject: 'Grüße ✓', text: 'Zürich', html: '<p>Zürich</p>' }],
    ['a lone CR in text and HTML', { text: 'a\rb\r\rc\r', html: '<p>a\rb</p>' }],
    ['a one-click unsubscribe', { listUnsubscribe }],
    ['attachments', { attachments: [{ filename: 'a.bin', content: new Uint8Array(5_000).fill(7) }] }],
    ['more than 10 MiB', { attachments: [{ filename: 'a.bin', content: new Uint8Array(9_000_000) }] }],
  ])('signs %s, and the signature holds', { timeout: 60_000 }, async (_, fields) => {
    const server = await start();
    await client(server, { dkim }).send({ ...message, ...fields });
    const { tags, isBodyEqual, isSigned } = verifyDkim(unstuffed(server.messages[0] ?? ''));
    expect([tags.get('d'), tags.get('s'), tags.get('a')]).toEqual(['acme.dev', 'mail2026', 'rsa-sha256']);
    expect({ isBodyEqual, isSigned }).toEqual({ isBodyEqual: true, isSigned: true });
    const names = tags.get('h')?.replace(/\s/g, '').split(':') ?? [];
    expect(names).toEqual(expect.arrayContaining(['from', 'subject', 'date', 'message-id', 'to']));
    if ('listUnsubscribe' in fields)
      expect(names).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']));
  });

  it('signs each field of the mail', async () => {
    const server = await start();
    const headers = { 'In-Reply-To': '<1@acme.dev>', References: '<1@acme.dev>', 'List-Id': '<a.acme.dev>' };
    await client(server, { dkim }).send({
      ...message,
      ...{
        sender: 'bot@acme.dev',
        replyTo: 'help@acme.dev',
        cc: 'cat@example.com',
        headers,
        listUnsubscribe,
      },
    });
    const mail = unstuffed(server.messages[0] ?? '');
    const { tags } = verifyDkim(mail);
    const head = mail.slice(0, mail.indexOf('\r\n\r\n'));
    const there = [...head.matchAll(/^([\w-]+):/gm)].map(([, name = '']) => name.toLowerCase());
    const signed = tags.get('h')?.replace(/\s/g, '').split(':') ?? [];
    expect(signed.toSorted()).toEqual(there.filter((name) => name !== 'dkim-signature').toSorted());
    expect(there.length).toBeGreaterThan(15);
  });

  it('signs with Ed25519, and with RSA for receivers that do not know it', async () => {
    const server = await start();
    const second = { domain: 'acme.dev', selector: 'ed2026', privateKey: ed25519 };
    await client(server, { dkim: [dkim, second] }).send({ ...message, text: 'Zürich \n\nend\n\n' });
    const mail = unstuffed(server.messages[0] ?? '');
    expect(mail.match(/^DKIM-Signature:/gm)).toHaveLength(2);
    expect(verifyDkim(mail)).toMatchObject({ isBodyEqual: true, isSigned: true });
    const verdict = verifyDkim(mail, ed25519, 'ed25519');
    expect(verdict).toMatchObject({ isBodyEqual: true, isSigned: true });
    expect(verdict.tags.get('s')).toBe('ed2026');
    expect(verifyDkim(mail.replace('Subject: Hi', 'Subject: Ho'), ed25519, 'ed25519').isSigned).toBe(false);
  });

  it('a changed mail does not verify: the verifier of this test can fail', async () => {
    const server = await start();
    await client(server, { dkim }).send(message);
    const mail = unstuffed(server.messages[0] ?? '');
    expect(verifyDkim(mail.replace('Hello', 'Hallo')).isBodyEqual).toBe(false);
    expect(verifyDkim(mail.replace('Subject: Hi', 'Subject: Ho')).isSigned).toBe(false);
  });

  it('all attempts of a call have the same signed bytes', async () => {
    const server = await start({
      acts: { final: () => (server.messages.length < 3 ? '451 4.3.0 Later' : undefined) },
    });
    await client(server, { dkim }, { retry: { baseMs: 1, throttledBaseMs: 1 } }).send(message);
    expect([server.messages.length, new Set(server.messages).size]).toEqual([3, 1]);
  });

  it('the key may come from a mounted file, by a source that says so', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'dkim-')), 'key.pem');
    writeFileSync(path, privateKey);
    const server = await start();
    await client(server, { dkim: { ...dkim, privateKey: fromFile(path) } }).send(message);
    expect(verifyDkim(unstuffed(server.messages[0] ?? '')).isSigned).toBe(true);
  });

  it.each<[string, string, RegExp]>([
    ['a key of a curve', ellipticCurve, /kind ec, and smtp\(\) signs with RSA or Ed25519/],
    [
      'a damaged key',
      '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----',
      /is not a private key in PEM/,
    ],
  ])('E10: never sends without the signature: %s', async (_, key, words) => {
    const server = await start();
    const email = client(server, { dkim: { ...dkim, privateKey: key } });
    const error: unknown = await email.send(message).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'credential',
      outcome: 'not-sent',
      message: expect.stringMatching(words),
    });
    expect(String(error)).not.toContain('AAAA');
    expect(server.connections).toBe(0);
  });

  it.each<[object, RegExp]>([
    [
      { ...dkim, privateKey: '/etc/dkim/key.pem' },
      /dkim\.privateKey must be the key in PEM .*, never a path/,
    ],
    [{ ...dkim, domain: 'acme.dev; d=evil.example' }, /dkim\.domain must be a domain name/],
    [{ ...dkim, selector: 'a b' }, /dkim\.selector must be/],
  ])('E2: security: options %j are refused', async (options, words) => {
    const server = await start();
    expect(() => client(server, { dkim: options as typeof dkim })).toThrow(words);
  });
});
