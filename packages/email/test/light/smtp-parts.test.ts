import { generateKeyPairSync } from 'node:crypto';
import {
  createEmailClient,
  dkim,
  preset,
  proxy,
  type SmtpPart,
  type SmtpSendOptions,
  smtp,
} from '@org/email/smtp/send';
import { expect, it } from 'vitest';
import { startHttpProxy } from '../proxies.ts';
import { createSmtpStage } from '../smtp-stage.ts';
import { testCertificate } from '../test-certificate.ts';

const { start, running } = createSmtpStage();
const { privateKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const key = { domain: 'acme.dev', selector: 'mail2026', privateKey };

function open<Part extends SmtpPart = never>(options: SmtpSendOptions<Part>) {
  const email = createEmailClient({ driver: smtp(options), retry: false });
  running.push(email);
  return email;
}

it('a mail is signed with the part dkim, and sent through a proxy with the part proxy', async () => {
  const server = await start({ tls: testCertificate });
  const http = await startHttpProxy();
  running.push(http);
  await open({
    host: '127.0.0.1',
    port: server.port,
    tls: { ca: testCertificate.cert, servername: 'localhost' },
    dkim: key,
    proxy: { url: `http://127.0.0.1:${http.port}`, user: 'ann', password: 'p:w' },
    use: [dkim, proxy],
  }).send({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hello' });
  expect(http.accounts).toEqual(['ann:p:w']);
  expect(String(server.messages[0])).toContain('a=ed25519-sha256; c=relaxed/relaxed; d=acme.dev');
});

it('a preset is known with its part', () => {
  const driver = smtp({ preset: 'plunk', password: 'sk', use: preset });
  expect(driver.capabilities).toMatchObject({ message: { bcc: false }, limits: { maxRecipients: 5 } });
});

it.each<[string, object]>([
  ['dkim', { host: 'a.dev', dkim: key }],
  ['proxy', { host: 'a.dev', proxy: 'http://proxy.acme.dev', use: [dkim] }],
  ['preset', { preset: 'resend', use: dkim }],
])('%s without its part is refused, and the error names the import', (option, options) => {
  expect(() => smtp(options)).toThrow(
    `${option} needs a part: import { ${option} } from '@org/email/smtp/send'; smtp({ …, use: ${option} })`,
  );
});

it('what is not a part, and options that do not exist, are refused', () => {
  expect(() => smtp({ host: 'a.dev', use: 'dkim' as never })).toThrow('use takes parts of');
  expect(() => smtp({ host: 'a.dev', used: dkim } as never)).toThrow('smtp() has no option "used"');
});
