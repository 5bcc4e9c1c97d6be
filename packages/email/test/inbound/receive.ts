import { createHmac } from 'node:crypto';
import { createEmailClient, type DeliveryEvent, type WebhookOptions } from '@org/email';
import type { InboundMail } from '@org/email/inbound';
import { mailgun } from '@org/email/mailgun';
import { inbound as mailgunInbound } from '@org/email/mailgun/inbound';
import { postmark } from '@org/email/postmark';
import { inbound as postmarkInbound } from '@org/email/postmark/inbound';

export const secret = 'a secret of the test';

type Fields = Readonly<Record<string, string | Blob>>;
type Save = (mail: InboundMail) => unknown;
type SaveEvents = (events: readonly DeliveryEvent[]) => unknown;

/** What the handler of a test calls, and its options. */
interface Saves {
  readonly mail: Save;
  readonly events?: SaveEvents | undefined;
  readonly webhooks?: WebhookOptions | undefined;
  readonly onError?: (error: unknown) => unknown;
}

type Handler = (request: Request) => Promise<Response>;

/** A handler of each service. */
export const handlers: Readonly<Record<string, (saves: Saves) => Handler>> = {
  postmark({ mail, events, webhooks, onError }) {
    const driver = postmark({ apiKey: 'x', webhookSecret: secret });
    const email = createEmailClient({ driver, webhooks });
    return email.webhooks.handler({ events, inbound: postmarkInbound(mail) }, { onError });
  },
  mailgun({ mail, events, webhooks, onError }) {
    const driver = mailgun({ apiKey: 'x', domain: 'mg.acme.dev', webhookSecret: secret });
    const email = createEmailClient({ driver, webhooks });
    return email.webhooks.handler({ events, inbound: mailgunInbound(mail) }, { onError });
  },
};

const address = 'https://acme.dev/inbound';

const post = (body: BodyInit, headers: Readonly<Record<string, string>> = {}, query = '') =>
  new Request(`${address}${query}`, { method: 'POST', body, headers });

const withToken = (body: unknown) =>
  post(
    JSON.stringify(body),
    { 'content-type': 'application/json' },
    `?${new URLSearchParams({ token: secret })}`,
  );

/** The post of a service, as it proves where it comes from. */
const posts: Readonly<Record<string, (body: Fields | object) => Request>> = {
  postmark: withToken,
  mailgun(body) {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const { token = 'a token' } = body as Readonly<Record<string, string>>;
    const signature = createHmac('sha256', secret)
      .update(timestamp + token)
      .digest('hex');
    const signed = { timestamp, token, signature };
    return 'event-data' in body
      ? post(JSON.stringify({ ...body, signature: signed }), { 'content-type': 'application/json' })
      : post(formOf({ ...(body as Fields), ...signed }));
  },
};

function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value as Blob);
  return form;
}

/** A post of the service. */
export function postOf(provider: string, body: object): Request {
  const post = posts[provider];
  if (post === undefined) throw new TypeError(`There is no post of ${provider}.`);
  return post(body);
}

export const hasPosts = (provider: string) => provider in posts;

/** What became of a post: the status, and what the handler received. */
export async function receive(provider: string, request: Request, options: Partial<Saves> = {}) {
  const mails: InboundMail[] = [];
  const events: DeliveryEvent[] = [];
  const errors: unknown[] = [];
  const handler = handlers[provider]?.({
    mail: (mail) => mails.push(mail),
    events: (given) => events.push(...given),
    onError: (error) => errors.push(error),
    ...options,
  });
  const response = await handler?.(request);
  return { status: response?.status, mails, events, errors };
}
