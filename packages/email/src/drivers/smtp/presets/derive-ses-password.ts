import { encodeBase64 } from '../../../driver.ts';

const version = 0x04;

/** AWS, "Obtaining Amazon SES SMTP credentials": a signature of fixed date, service and text. */
export async function deriveSesPassword(secretAccessKey: string, region: string): Promise<string> {
  let key = new TextEncoder().encode(`AWS4${secretAccessKey}`);
  for (const text of ['11111111', region, 'ses', 'aws4_request', 'SendRawEmail']) key = await hmac(key, text);
  return encodeBase64(Uint8Array.of(version, ...key));
}

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text)));
}
