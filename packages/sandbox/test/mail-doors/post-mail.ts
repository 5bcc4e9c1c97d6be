// Posts to a service of the sandbox with any key, as a program in any language does.
import type { MailService } from '../../src/mail/service/service.ts';

const signature = 'AWS4-HMAC-SHA256 Credential=any/20260101/us-east-1/ses/aws4_request';
const basic = `Basic ${btoa('api:any')}`;
const authorizations: Readonly<Record<string, string>> = { mailgun: basic, mailjet: basic, ses: signature };

/** The status and the JSON of the response, or its text; `body` is sent as JSON, or as a form. */
export async function postMail(
  service: MailService,
  name: string,
  path: string,
  body?: unknown,
  method = 'POST',
  isText = false,
): Promise<readonly [status: number, body: unknown]> {
  const key = authorizations[name] ?? 'Bearer any';
  const keys = { 'api-key': 'any', 'x-elasticemail-apikey': 'any', 'x-postmark-server-token': 'any' };
  const isForm = body instanceof URLSearchParams || body instanceof FormData;
  const type = isForm ? {} : { 'content-type': 'application/json' };
  const content = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
  const headers = { ...keys, ...type, authorization: key };
  const response = await fetch(`${service.services[name]?.url}${path}`, { method, headers, ...content });
  const text = await response.text();
  if (isText) return [response.status, text];
  return [response.status, text === '' ? undefined : JSON.parse(text)];
}
