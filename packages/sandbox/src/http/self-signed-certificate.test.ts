import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSelfSignedCertificate } from './self-signed-certificate.ts';

it('makes a self-signed certificate for this machine, valid for a day', () => {
  const now = Date.UTC(2026, 0, 2, 3, 4, 5);
  const { certificate, privateKey } = createSelfSignedCertificate(now);
  const parsed = new X509Certificate(certificate);
  expect(parsed.verify(parsed.publicKey)).toBe(true);
  expect(parsed.checkPrivateKey(createPrivateKey(privateKey))).toBe(true);
  expect(parsed.checkHost('localhost')).toBe('localhost');
  expect(parsed.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(parsed.checkHost('example.com')).toBeUndefined();
  expect(new Date(parsed.validFrom)).toEqual(new Date(now - 3_600_000));
  expect(new Date(parsed.validTo)).toEqual(new Date(now + 86_400_000));
});

it('makes another key and serial number every time', () => {
  const [first, second] = [createSelfSignedCertificate(0), createSelfSignedCertificate(0)];
  expect(new X509Certificate(first.certificate).serialNumber).not.toBe(
    new X509Certificate(second.certificate).serialNumber,
  );
  expect(first.privateKey).not.toBe(second.privateKey);
});
