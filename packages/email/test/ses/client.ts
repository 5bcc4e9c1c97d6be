import type { FakeHttpAnswer } from '@org/core/testing';
import { type SesOptions, ses } from '@org/email/ses';
import { answering } from '../support/answering.ts';

export { message } from '../support/answering.ts';

export const region = 'eu-west-1';
export const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI' };

/** A response as AWS sends it: with the id of the request, and the kind of an error. */
export function respond(json: object, status = 200, error?: string): FakeHttpAnswer {
  const headers = { 'x-amzn-requestid': 'c1f2-amzn' };
  return { status, json, headers: error === undefined ? headers : { ...headers, 'x-amzn-errortype': error } };
}

/** A client of the service that gives these responses. */
export function createClient(
  answers: readonly FakeHttpAnswer[],
  options: SesOptions = {},
  further: { readonly retry?: false } = {},
) {
  const driver = ses({ region, credentials, contactList: 'audience', ...options });
  const client = answering(driver, answers, further);
  return {
    ...client,
    /** `METHOD /path?query` and the JSON of each request. */
    sent: () =>
      client.transport.requests.map(({ method, url, body, json }) => [
        `${method} ${url.pathname}${url.search}`,
        ...(body.length === 0 ? [] : [json()]),
      ]),
  };
}

export const accepted = respond({ MessageId: '010001-000000' });
