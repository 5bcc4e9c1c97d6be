// Responses that no mail service gave: of a proxy, a captive portal, a login page, or another service.
import { createServiceResponse, type ServiceResponse } from '@org/core';

export interface ForeignAnswer {
  /** `200 {}` */
  readonly what: string;
  readonly response: ServiceResponse;
}

const page = '<!doctype html><html><title>Sign in</title><p>Please sign in.</p></html>';
const bodies = {
  page,
  nothing: '',
  '{}': '{}',
  '[]': '[]',
  null: 'null',
  number: '7',
  text: '"ok"',
  'short list': '[1]',
  '[{}]': '[{}]',
  message: '{"message":"no Route matched with those values"}',
  state: '{"status":"ok","version":"1.4.0"}',
  error: '{"error":"Not Found","path":"/"}',
};
type Body = keyof typeof bodies;

function answer(status: number, body: Body, more: Readonly<Record<string, string>> = {}): ForeignAnswer {
  const type = body === 'page' ? 'text/html' : 'application/json';
  const headers = new Headers({ ...(body === 'nothing' ? {} : { 'content-type': type }), ...more });
  const bytes = new TextEncoder().encode(bodies[body]);
  return { what: `${status} ${body}`, response: createServiceResponse(status, headers, bytes) };
}

const all = Object.keys(bodies) as Body[];
const usual = ['page', 'nothing', '{}'] as const;

/** With each status, the bodies that could be taken for a success, for nothing, or for absence. */
export function foreignAnswers(ownStatus: number): readonly ForeignAnswer[] {
  const others = [200, 201, 202].filter((status) => status !== ownStatus);
  return [
    ...[ownStatus, 404]
      .filter((status) => status !== 204)
      .flatMap((status) => all.map((body) => answer(status, body))),
    ...others.flatMap((status) => usual.map((body) => answer(status, body))),
    answer(204, 'nothing'),
    answer(302, 'page', { location: 'https://login.example/' }),
  ];
}
