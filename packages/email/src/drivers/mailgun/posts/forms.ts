import { textAt } from '@org/core/driver';
import {
  type DeliveryEvent,
  namedEvent,
  postedForm,
  type ReceivedWebhook,
  readExactJson,
} from '../../../driver.ts';
import { readEvent } from '../events.ts';

/** The fields of a form; of a file, its name. */
export type FormFields = Readonly<Record<string, string>>;

/**
 * A webhook that Mailgun posts as a form, and signs with fields of it: routes forward arriving mail so, and
 * so were all events before 2018. `undefined` for another body.
 */
export async function readForm(webhook: ReceivedWebhook): Promise<FormFields | undefined> {
  const posted = postedForm(webhook);
  if (posted?.parts === undefined) return undefined;
  const headers = { 'content-type': posted.contentType };
  const request = new Response(webhook.bytes as BodyInit, { headers });
  const form = await request.formData().catch(() => undefined);
  if (form === undefined) return undefined;
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  );
}

export async function readFormEvent(form: FormFields, at: Date): Promise<DeliveryEvent | undefined> {
  if (form['event'] === undefined) return toInbound(form, at);
  const read = readEvent(toEvent(form, form['event']), at);
  return read && { ...read, raw: form };
}

async function toInbound(form: FormFields, timestamp: Date): Promise<DeliveryEvent | undefined> {
  if (form['recipient'] === undefined) return undefined;
  const mail = { messageId: messageIdOf(form), recipient: form['recipient'] };
  return namedEvent('inbound', { provider: 'mailgun', type: 'inbound', ...mail, timestamp, raw: form });
}

/** The same event as Mailgun writes it since 2018. */
function toEvent(form: FormFields, name: string): object {
  const isFailure = name === 'dropped' || name === 'bounced';
  const { code, error, description, recipient, url, ip, tag } = form;
  return {
    event: isFailure ? 'failed' : name,
    ...(isFailure ? { severity: 'permanent', reason: suppressions.get(code ?? '') ?? form['reason'] } : {}),
    recipient,
    url,
    ip,
    tags: tag === undefined ? undefined : [tag],
    timestamp: Number(form['timestamp']),
    message: { headers: { 'message-id': messageIdOf(form) } },
    'client-info': { 'user-agent': form['user-agent'] },
    'delivery-status': { code: Number(code ?? 0), message: error ?? description },
  };
}

/** Mailgun's own codes of a mail that it did not try. */
const suppressions: ReadonlyMap<string, string> = new Map([
  ['605', 'suppress-bounce'],
  ['606', 'suppress-unsubscribe'],
  ['607', 'suppress-complaint'],
]);

/** A field of its own, or one of the header lines, which are JSON. */
function messageIdOf(form: FormFields): string | undefined {
  const lines = readExactJson(form['message-headers'] ?? '');
  const line = Array.isArray(lines) ? lines.find((each) => textAt(each, '0') === 'Message-Id') : undefined;
  const id = form['Message-Id'] ?? form['message-id'] ?? textAt(line, '1');
  return id?.replace(/^<|>$/g, '');
}
