// Posts to a service of the sandbox with any key, as a program in any language does.
import type { MailService } from '../../src/mail/service/service.ts';

const basic = `Basic ${btoa('api:any')}`;
const authorizations: Readonly<Record<string, string>> = {
  azure: 'HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=any',
  mailgun: basic,
  mailjet: basic,
  zeptomail: 'Zoho-enczapikey any',
  ses: 'AWS4-HMAC-SHA256 Credential=any/20260101/us-east-1/ses/aws4_request',
};

/** Any key, in each of the headers that services read. */
export const anyKey = (name: string): Readonly<Record<string, string>> => ({
  authorization: authorizations[name] ?? 'Bearer any',
  'api-key': 'any',
  'x-elasticemail-apikey': 'any',
  'x-postmark-server-token': 'any',
  'x-auth-token': 'any',
});

/** The body with any key, where the service reads it there. */
export const keyed = (name: string, body: unknown): unknown =>
  name === 'mandrill' && typeof body === 'object' && !Array.isArray(body) ? { key: 'any', ...body } : body;

/** The status and the JSON of the response, or its text; `body` is sent as JSON, or as a form. */
export async function postMail(
  service: MailService,
  name: string,
  path: string,
  body?: unknown,
  method = 'POST',
  isText = false,
): Promise<readonly [status: number, body: unknown]> {
  const isForm = body instanceof URLSearchParams || body instanceof FormData;
  const type = isForm ? {} : { 'content-type': 'application/json' };
  const content = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
  const headers = { ...anyKey(name), ...type };
  const response = await fetch(`${service.services[name]?.url}${path}`, { method, headers, ...content });
  const text = await response.text();
  if (isText) return [response.status, text];
  return [response.status, text === '' ? undefined : JSON.parse(text)];
}
