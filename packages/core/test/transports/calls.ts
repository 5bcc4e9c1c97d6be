import type { EngineOptions } from '../../src/driver/index.ts';
import {
  createServiceClient,
  isOrgError,
  noAuth,
  type RawRequest,
  type ServiceClient,
  type ServiceResponse,
} from '../../src/index.ts';
import { type FaultServer, type RawAnswer, startFaultServer } from '../../src/testing/index.ts';
import { head } from '../hostile-answer.ts';
import type { Over, Probe } from './row.ts';

/** A client without retries on the transport. */
export function clientOver(over: Over, baseUrl: string, options: EngineOptions = {}): ServiceClient {
  const service = { name: 'acme', baseUrl, auth: noAuth(), dangerouslyAllowHttp: true };
  return createServiceClient(service, { transport: over.transport, retry: false, ...options });
}

export type View = (response: ServiceResponse) => string;

export const onlyStatus: View = (response) => `${response.status}`;

/** Status and text. */
export const whole: View = (response) => `${response.status}, ${quoted(response.text())}`;

export const quoted = (text: string): string => JSON.stringify(text);

/** The end of a call: what the view shows, or the error's class, outcome and whether it may be repeated. */
export async function endOf<Value>(call: Promise<Value>, view: (value: Value) => string): Promise<string> {
  try {
    return view(await call);
  } catch (error) {
    return describeError(error);
  }
}

export function describeError(error: unknown): string {
  if (!isOrgError(error)) throw error;
  const again = error.retryable ? ', retryable' : '';
  return `${error.name}, ${error.outcome}${again}`;
}

export const get: RawRequest = { method: 'GET', path: '/things' };
export const post: RawRequest = { method: 'POST', path: '/things', json: {} };

interface Asked {
  readonly request?: RawRequest;
  readonly view?: View;
  readonly options?: EngineOptions;
  readonly end?: RawAnswer['end'];
}

/** A request to a server that answers with these bytes. */
export function answered(raw: RawAnswer['raw'], asked: Asked = {}): Probe {
  const { request = get, view = whole, options, end } = asked;
  return async (over) => {
    await using server = await startFaultServer();
    server.answerRaw(raw, end === undefined ? {} : { end });
    await using client = clientOver(over, server.url, options);
    return await endOf(client.request(request), view);
  };
}

/** A complete answer with status 200. */
export function ok(body: string | Uint8Array, ...headers: readonly string[]): Uint8Array {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from(head('200 OK', ...headers, `Content-Length: ${bytes.length}`)), bytes]);
}

/** Requests to a server that follows rules, while the probe looks at it. */
export function served(
  act: (client: ServiceClient, server: FaultServer, over: Over) => Promise<string>,
  options?: EngineOptions,
): Probe {
  return async (over) => {
    await using server = await startFaultServer();
    await using client = clientOver(over, server.url, options);
    return await act(client, server, over);
  };
}
