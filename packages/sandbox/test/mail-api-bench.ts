import { type MailService, startMailService } from '../src/mail/service/service.ts';
import type { MailServiceOptions } from '../src/mail/service/service-options.ts';

/** A response of the API. */
interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response
  readonly json: any;
}

/** A running service, and a plain client with its key. */
export interface ApiBench {
  readonly service: MailService;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>;
  send(body: object, headers?: Record<string, string>): Promise<ApiResponse>;
}

/** A mail that the service accepts. */
export const mail = { to: 'bob@example.com', from: 'ann@acme.dev', subject: 'Hi', body: '<p>Hello</p>' };

/** Starts services, and stops them all. */
export function createApiBenches() {
  const running: MailService[] = [];
  return {
    start: async (options?: MailServiceOptions): Promise<ApiBench> => {
      const service = await startMailService(options);
      running.push(service);
      const call: ApiBench['call'] = (...request) => callApi(service, ...request);
      return { service, call, send: (body, headers) => call('POST', '/v1/send', body, headers) };
    },
    stop: async (): Promise<void> => {
      await Promise.all(running.splice(0).map((service) => service.close()));
    },
  };
}

async function callApi(
  { apiKey, apiUrl }: MailService,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const response = await fetch(`${apiUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, json };
}
