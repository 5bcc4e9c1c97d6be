import { createFakeTransport, createManualRuntime, type FakeHttpAnswer } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { type SesOptions, ses } from '@org/email/ses';

export const region = 'eu-west-1';
export const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI' };

/** A response as AWS sends it: with the id of the request, and the kind of an error. */
export function respond(json: object, status = 200, error?: string): FakeHttpAnswer {
  const headers = { 'x-amzn-requestid': 'c1f2-amzn' };
  return { status, json, headers: error === undefined ? headers : { ...headers, 'x-amzn-errortype': error } };
}

/** A client whose service gives these responses in turn, and the last one from then on. */
export function createClient(
  answers: readonly FakeHttpAnswer[],
  options: SesOptions = {},
  further: { readonly retry?: false } = {},
) {
  const transport = createFakeTransport([
    ...answers.map((answer, index) => ({ when: { nth: index + 1 }, answer })),
    { answer: answers.at(-1) ?? 'never' },
  ]);
  const runtime = createManualRuntime();
  const driver = ses({ region, credentials, contactList: 'audience', ...options });
  const engine = { transport, limiter: false, runtime, ...further } as const;
  return {
    email: createEmailClient({ driver, ...engine }),
    session: driver.open(engine),
    transport,
    runtime,
    /** `METHOD /path?query` and the JSON of each request. */
    sent: () =>
      transport.requests.map(({ method, url, body, json }) => [
        `${method} ${url.pathname}${url.search}`,
        ...(body.length === 0 ? [] : [json()]),
      ]),
  };
}

export const message = {
  from: 'Ann <ann@acme.dev>',
  to: 'bob@example.com',
  subject: 'Hi',
  html: '<p>Hi</p>',
};

export const accepted = respond({ MessageId: '010001-000000' });
