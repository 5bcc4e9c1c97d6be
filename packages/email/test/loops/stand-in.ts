// Loops' transactional endpoint as its OpenAPI document 1.21.6 describes it, with the template `stored`: its
// sender, subject and content are variables.
import type { ReceivedMail } from '@org/email/testing';
import { type JsonService, type Reply, startJsonService } from '../support/json-service.ts';

interface Body {
  readonly transactionalId: string;
  readonly email: string;
  readonly addToAudience?: boolean;
  readonly dataVariables: Readonly<Record<string, string>>;
  readonly attachments?: readonly { readonly filename: string; readonly data: string }[];
}

export interface LoopsStandIn extends JsonService {
  readonly mails: readonly ReceivedMail[];
  readonly bodies: readonly Body[];
}

export async function startLoops(): Promise<LoopsStandIn> {
  const mails: ReceivedMail[] = [];
  const bodies: Body[] = [];
  const keys = new Map<string, string>();
  const send = (body: Body, text: string, key: string | undefined): Reply => {
    if (body.transactionalId !== 'stored')
      return [404, { success: false, message: 'Transactional email not found', path: 'transactionalId' }];
    if (key !== undefined && keys.has(key))
      return [
        409,
        { success: false, message: 'Idempotency key already used with a different request body.' },
      ];
    if (key !== undefined) keys.set(key, text);
    bodies.push(body);
    mails.push(toMail(body));
    return [200, { success: true }];
  };
  const service = await startJsonService(
    {
      'POST /transactional': ({ json, body, headers }) =>
        send(json<Body>(), body, headers['idempotency-key']?.toString()),
    },
    ({ authorization }) =>
      authorization === 'Bearer lo-good' ? undefined : [401, { success: false, message: 'Invalid API key' }],
    [404, { success: false, message: 'Not found' }],
  );
  return { ...service, mails, bodies };
}

function toMail({ email, dataVariables, attachments = [] }: Body): ReceivedMail {
  const { from = '', replyTo, subject, html, text } = dataVariables;
  const headers = Object.entries({ from, to: email, 'reply-to': replyTo });
  return {
    envelope: { from: /<(.*)>$/.exec(from)?.[1] ?? from, to: [email] },
    subject,
    html,
    text,
    headers: new Map(headers.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    attachments: attachments.map(({ filename, data }) => ({
      filename,
      content: Buffer.from(data, 'base64'),
    })),
  };
}
