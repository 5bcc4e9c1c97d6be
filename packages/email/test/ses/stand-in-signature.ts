import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const form = new RegExp(
  '^AWS4-HMAC-SHA256 Credential=([^/]+)/(\\d{8})/([^/]+)/ses/aws4_request, ' +
    'SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$',
);

/** Signature Version 4 of a request as it arrived, for the service `ses`. */
export function isSignedBy(keys: Keys, request: IncomingMessage, body: string): boolean {
  const { headers, method, url = '' } = request;
  const [, id, date = '', region = '', names = '', signature] = form.exec(headers.authorization ?? '') ?? [];
  const time = String(headers['x-amz-date']);
  const signed = names.split(';');
  if (id !== keys.accessKeyId || !time.startsWith(date) || !signed.includes('host')) return false;
  if (headers['x-amz-security-token'] !== undefined && !signed.includes('x-amz-security-token')) return false;
  const [path = '', query = ''] = url.split('?');
  const canonical = [
    method,
    path.replace(/[^A-Za-z0-9._~/-]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`),
    query.split('&').sort().join('&'),
    ...signed.map((name) => `${name}:${headers[name]}`),
    '',
    names,
    createHash('sha256').update(body).digest('hex'),
  ].join('\n');
  const scope = `${date}/${region}/ses/aws4_request`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const key = [date, region, 'ses', 'aws4_request'].reduce<Buffer>(
    (previous, part) => createHmac('sha256', previous).update(part).digest(),
    Buffer.from(`AWS4${keys.secretAccessKey}`),
  );
  const expected = createHmac('sha256', key)
    .update(`AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash}`)
    .digest('hex');
  return expected === signature;
}
