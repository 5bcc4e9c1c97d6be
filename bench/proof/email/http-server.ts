import { answer, type Recorder, startRecorder } from '../recorder.ts';

/** What the service does with one request. */
export type Turn =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  /** It takes the mail, and then fails. */
  | 'accept-then-500'
  | 'accept-then-reset'
  /** It takes the mail, and never answers. */
  | 'hold';

/** A mail service that records every request and counts the mails that it took. */
export interface MailService extends Recorder {
  /** The next requests; later ones are accepted. */
  turns: Turn[];
  /** The mails, as the service's fields. */
  readonly mails: readonly Readonly<Record<string, unknown>>[];
}

/** Resend's API keeps idempotency keys and takes 100 mails at once; Postmark's takes 500 and has no keys. */
export async function startMailService(): Promise<MailService> {
  const mails: Record<string, unknown>[] = [];
  const keys = new Map<unknown, string>();
  const service = { turns: [] as Turn[], mails };
  const recorder = await startRecorder(({ path, body }, { headers }, response) => {
    const turn = service.turns.shift();
    if (typeof turn === 'object') return answer(response, turn.status, turn.body ?? refusal, turn.headers);
    const list = [JSON.parse(body)].flat() as Record<string, unknown>[];
    const isKeyed = path.startsWith('/emails');
    if (list.length > (isKeyed ? 100 : 500)) return answer(response, 422, refusal);
    const key = isKeyed ? headers['idempotency-key'] : undefined;
    const known = keys.get(key);
    const result = known ?? resultOf(path, list);
    if (known === undefined) mails.push(...list);
    if (key !== undefined) keys.set(key, result);
    if (turn === 'hold') return;
    if (turn === 'accept-then-reset') return void response.destroy();
    if (turn === 'accept-then-500') return answer(response, 500, refusal);
    answer(response, path === '/v3/mail/send' ? 202 : 200, result, { 'x-message-id': 'id-1' });
  });
  return Object.assign(service, recorder);
}

const refusal = JSON.stringify({ statusCode: 400, name: 'error', message: 'The service failed.' });

function resultOf(path: string, list: readonly unknown[]): string {
  const id = '0100018f-2b1c-4d6e-9f3a-7c5d8e9f0a1b';
  const postmark = {
    To: 'bob@example.com',
    SubmittedAt: '2026-01-01T00:00:00Z',
    MessageID: id,
    ErrorCode: 0,
  };
  if (path === '/emails/batch') return JSON.stringify({ data: list.map(() => ({ id })) });
  if (path === '/email/batch') return JSON.stringify(list.map(() => postmark));
  return JSON.stringify(path === '/email' ? { ...postmark, Message: 'OK' } : { id });
}
