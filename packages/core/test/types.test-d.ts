import { describe, expectTypeOf, it } from 'vitest';
import { multipart, streamBody } from '../src/bodies/index.ts';
import {
  type CallOptions,
  type Hooks,
  type OrgError,
  RateLimitError,
  type RequestBody,
  type ServiceClient,
  type ServiceResponse,
  withResponse,
} from '../src/index.ts';
import { type PagedList, paginate } from '../src/paging/index.ts';
import { followJob, poll } from '../src/polling/index.ts';

declare const client: ServiceClient;
const request = { method: 'POST', path: '/' } as const;

describe('types of errors', () => {
  it('`code` is a literal, so that a switch completes', () => {
    expectTypeOf<RateLimitError['code']>().toEqualTypeOf<'rate-limit'>();
    expectTypeOf<Extract<OrgError['code'], 'network' | 'recipient-rejected' | 'misspelt'>>().toEqualTypeOf<
      'network' | 'recipient-rejected'
    >();
  });

  it('an error that is not of a family stays an OrgError', () => {
    const rest = (error: OrgError) => (RateLimitError.isInstance(error) ? undefined : error);
    expectTypeOf(rest).returns.toEqualTypeOf<OrgError | undefined>();
  });
});

describe('types of what surrounds a call', () => {
  it('withResponse keeps the type of the call', () => {
    const answered = withResponse(async (options) => {
      expectTypeOf(options).toEqualTypeOf<CallOptions>();
      return 7;
    });
    expectTypeOf(answered).resolves.toHaveProperty('value').toEqualTypeOf<number>();
    expectTypeOf(answered).resolves.toHaveProperty('response').toEqualTypeOf<ServiceResponse | undefined>();
  });

  it('a hook may look, or add headers, at once or later; it may not be given something else', () => {
    expectTypeOf(() => {}).toExtend<NonNullable<Hooks['beforeRequest']>>();
    expectTypeOf(async () => ({ headers: { a: 'b' } })).toExtend<NonNullable<Hooks['beforeRequest']>>();
    expectTypeOf(() => ({ headers: { a: 1 } })).not.toExtend<NonNullable<Hooks['beforeRequest']>>();
  });

  it('pages give the items and the cursor of what fetches them', () => {
    const list = paginate({
      cursor: 1,
      fetchPage: async (at: number = 0) => ({ items: ['a'], nextCursor: at + 1 }),
    });
    expectTypeOf(list).toEqualTypeOf<PagedList<string, number>>();
  });

  it('a job gives its answer, or what `read` makes of it', () => {
    expectTypeOf(followJob({ client, request })).resolves.toEqualTypeOf<ServiceResponse>();
    const read = (answer: ServiceResponse) => ({ state: 'done', value: answer.status }) as const;
    expectTypeOf(followJob({ client, request, read })).resolves.toEqualTypeOf<number>();
    expectTypeOf(
      poll({ check: async () => ({ state: 'done', value: 'a' }) }),
    ).resolves.toEqualTypeOf<string>();
  });

  it('bodies are made of what the platform has', () => {
    expectTypeOf(streamBody(new Blob())).toEqualTypeOf<RequestBody>();
    expectTypeOf(streamBody(() => new ReadableStream<Uint8Array>())).toEqualTypeOf<RequestBody>();
    expectTypeOf(multipart(new FormData())).toEqualTypeOf<RequestBody>();
    // @ts-expect-error a number is not content
    streamBody(7);
  });
});
