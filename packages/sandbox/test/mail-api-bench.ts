import { type MailService, type MailServiceOptions, startMailService } from '../src/mail/service.ts';

/** What the API answered. */
interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  readonly json: any;
}

/** A running service and a plain client that sends its key. */
export interface ApiBench {
  readonly service: MailService;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  send(body: object, headers?: Record<string, string>): Promise<ApiAnswer>;
}

/** A mail that the service takes. */
export const mail = { to: 'bob@example.com', from: 'ann@acme.dev', subject: 'Hi', body: '<p>Hello</p>' };

/** Starts services and stops all of them. */
export function createApiBenches() {
  const running: MailService[] = [];
  return {
    start: async (options?: MailServiceOptions): Promise<ApiBench> => {
      const service = await startMailService(options);
      running.push(service);
      const call: ApiBench['call'] = async (method, path, body, headers = {}) => {
        const response = await fetch(`${service.apiUrl}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${service.apiKey}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        });
        const text = await response.text();
        const json = text === '' ? undefined : JSON.parse(text);
        return { status: response.status, headers: response.headers, json };
      };
      return { service, call, send: (body, headers) => call('POST', '/v1/send', body, headers) };
    },
    stop: async (): Promise<void> => {
      await Promise.all(running.splice(0).map((service) => service.close()));
    },
  };
}
