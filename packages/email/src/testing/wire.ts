import { createServiceResponse, type ServiceResponse, type Transport } from '@org/core';
import { decodeBase64 } from '../model/base64.ts';
import type { AnyClient, Scene } from './scene/scene.ts';

/** A request as the driver sent it. */
export interface WireRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface Wire {
  readonly transport: Transport;
  /** Empty for a driver that is not HTTP. */
  readonly requests: readonly WireRequest[];
}

/** A network that records requests; `answer` responds, or forwards a request to the service. */
export function createWire(
  answer: (request: WireRequest, forward: () => Promise<ServiceResponse>) => Promise<ServiceResponse> = (
    _request,
    forward,
  ) => forward(),
): Wire {
  const requests: WireRequest[] = [];
  const transport: Transport = async ({ url, method, headers, body, runtime, signal }) => {
    const bytes = new Uint8Array(await new Response(body as BodyInit | undefined).arrayBuffer());
    const request = { url: new URL(url), method, headers: new Headers([...headers]), body: bytes };
    requests.push(request);
    return answer(request, async () => {
      const init = {
        method,
        headers: request.headers,
        signal,
        ...(bytes.length === 0 ? {} : { body: bytes }),
      };
      const response = await runtime.fetch(request.url.href, init);
      const { status, headers: fields } = response;
      return createServiceResponse(status, fields, new Uint8Array(await response.arrayBuffer()));
    });
  };
  return { transport, requests };
}

/** A response with this body: an object as JSON, a text as HTML. */
export function respond(status: number, body: string | object): ServiceResponse {
  const isText = typeof body === 'string';
  const headers = new Headers({ 'content-type': isText ? 'text/html' : 'application/json' });
  return createServiceResponse(
    status,
    headers,
    new TextEncoder().encode(isText ? body : JSON.stringify(body)),
  );
}

/** A client of the scene's driver, or of another one, on this network. */
export function clientOn(
  { transport }: Wire,
  { driver, open, runtime }: Pick<Scene, 'driver' | 'open' | 'runtime'>,
  options: object = {},
): AnyClient {
  return open({ driver, runtime, transport, retry: false, limiter: false, ...options });
}

/** The single texts of a request: of JSON, a form or parts of a form, also within base64; else the body. */
export function textsOfRequest({ headers, body }: WireRequest): readonly string[] {
  const text = new TextDecoder().decode(body);
  const type = headers.get('content-type') ?? '';
  if (type.includes('json')) return textsIn(JSON.parse(text || 'null')).flatMap(withDecoded);
  if (type.includes('urlencoded')) return [...new URLSearchParams(text).values()];
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1];
  return boundary === undefined ? [text] : text.split(`--${boundary}`).flatMap(textsOfPart);
}

/** The header of a part, and its content. */
function textsOfPart(part: string): readonly string[] {
  const [head = '', ...content] = part.split('\r\n\r\n');
  return [head, content.join('\r\n\r\n').replace(/\r\n$/, '')];
}

function withDecoded(text: string): readonly string[] {
  const bytes = text.length > 100 ? decodeBase64(text) : undefined;
  return bytes === undefined ? [text] : [text, new TextDecoder().decode(bytes)];
}

/** Every text in a value: keys, members of objects, maps and errors, however deep. */
export function textsIn(value: unknown, seen = new Set<unknown>()): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  if (ArrayBuffer.isView(value)) return [];
  seen.add(value);
  if (value instanceof Map || value instanceof Set)
    return [...value].flatMap((member) => textsIn(member, seen));
  return Reflect.ownKeys(value).flatMap((name) => [
    ...(Array.isArray(value) ? [] : [String(name)]),
    ...textsIn(Reflect.get(value, name), seen),
  ]);
}
