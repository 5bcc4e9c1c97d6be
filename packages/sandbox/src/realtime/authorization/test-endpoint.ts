import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { isRecord, meantOption } from '@org/core/driver';
import { readJson } from '../../json.ts';
import type { RealtimeContext } from '../context.ts';
import { assertLoopbackTarget } from '../webhooks/target.ts';
import { type AuthorizationOutcome, testAuthorization } from './test-authorization.ts';

const wishNames: OptionNames<EndpointWish> = { url: 0, socketId: 0, channel: 0, headers: 0, timeoutMs: 0 };

/** A request to your application's own endpoint for authorization. */
export interface EndpointWish {
  /** On this machine: `http://127.0.0.1:3000/pusher/auth`. */
  readonly url: string;
  readonly socketId: string;
  /** Without it, the endpoint signs the user in. */
  readonly channel?: string;
  /** The session of your application: `{ cookie: 'session=…' }`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** @default 5 000 */
  readonly timeoutMs?: number;
}

/** The endpoint's response, and what the service decides about it. */
export interface EndpointOutcome extends Partial<AuthorizationOutcome> {
  readonly isAccepted: boolean;
  readonly reason?: string;
  /** `undefined` without a response. */
  readonly status: number | undefined;
  /** The start of the body. */
  readonly body: string;
}

const maxBody = 64 * 1024;

/**
 * Asks the endpoint as a client does, with a form, and checks its token.
 *
 * @throws {TypeError} for a URL that is not loopback, or without a socket id
 */
export async function testAuthEndpoint(
  context: RealtimeContext,
  wish: EndpointWish,
): Promise<EndpointOutcome> {
  refuseUnknown(wish, wishNames, 'testAuthEndpoint()', meantOption);
  const { url, socketId, channel, headers = {}, timeoutMs = 5_000 } = wish;
  assertLocal(url);
  testAuthorization(context, { socketId, ...(channel === undefined ? { userData: '{}' } : { channel }) });
  const form = new URLSearchParams({
    socket_id: socketId,
    ...(channel !== undefined && { channel_name: channel }),
  });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', ...headers },
      body: form,
      redirect: 'manual', // it may lead to another machine
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await readStart(response);
    return judge(context, wish, { status: response.status, body });
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    return { isAccepted: false, status: undefined, body: '', reason: `No response: ${reason}` };
  }
}

function assertLocal(url: string): void {
  try {
    assertLoopbackTarget({ url });
  } catch (cause) {
    throw new TypeError('url must be an http or https URL on this machine.', { cause });
  }
}

function judge(
  context: RealtimeContext,
  { socketId, channel }: EndpointWish,
  answer: { readonly status: number; readonly body: string },
): EndpointOutcome {
  const refuse = (reason: string): EndpointOutcome => ({ isAccepted: false, reason, ...answer });
  if (answer.status !== 200)
    return refuse(`The endpoint responded with status ${answer.status}; a client needs 200.`);
  const json = readJson(answer.body);
  if (!isRecord(json) || typeof json['auth'] !== 'string')
    return refuse('The response needs JSON with a text `auth`: "key:signature".');
  const { auth, channel_data: channelData, user_data: userData } = json;
  if (channelData !== undefined && typeof channelData !== 'string')
    return refuse('`channel_data` must be text that contains JSON, as it was signed.');
  if (channel === undefined && typeof userData !== 'string')
    return refuse('A sign-in needs `user_data`: text that contains JSON, as it was signed.');
  const what = channel === undefined ? { userData: String(userData) } : { channel };
  const given = { socketId, auth: String(auth), ...what, ...(channelData !== undefined && { channelData }) };
  return { ...testAuthorization(context, given), ...answer };
}

async function readStart({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxBody) break;
  }
  return text.slice(0, maxBody);
}
