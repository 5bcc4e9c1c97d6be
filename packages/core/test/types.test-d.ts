import { describe, expectTypeOf, it } from 'vitest';
import { multipart, streamBody } from '../src/bodies/index.ts';
import {
  type BadRequestError,
  type CallOptions,
  ConflictError,
  type createServiceClient,
  type EngineOptions,
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
    // @ts-expect-error no error has this code
    (error: OrgError) => error.code === 'misspelt';
  });

  it('a switch over `code` is exhaustive', () => {
    type Common = 'rate-limit' | 'network';
    const kindOf = (error: OrgError & { code: Common }) => {
      switch (error.code) {
        case 'rate-limit':
          expectTypeOf(error.code).toEqualTypeOf<'rate-limit'>();
          return 1;
        case 'network':
          return 2;
      }
    };
    expectTypeOf(kindOf).returns.toEqualTypeOf<1 | 2>();
    expectTypeOf<string extends OrgError['code'] ? 'open' : 'closed'>().toEqualTypeOf<'closed'>();
  });

  it('a family narrows to its codes: its own, and those of the families in it', () => {
    expectTypeOf<BadRequestError['code']>().toEqualTypeOf<
      'bad-request' | 'message-rejected' | 'recipient-rejected'
    >();
    const failure = {} as unknown;
    if (ConflictError.isInstance(failure))
      expectTypeOf(failure.code).toEqualTypeOf<'conflict' | 'idempotency-conflict'>();
  });

  it('an error that is not of a family stays an OrgError', () => {
    const rest = (error: OrgError) => (RateLimitError.isInstance(error) ? undefined : error);
    expectTypeOf(rest).returns.toEqualTypeOf<OrgError | undefined>();
  });
});

describe('types of what surrounds a call', () => {
  it("the engine's options have a name at the root", () => {
    expectTypeOf<Parameters<typeof createServiceClient>[1]>().toEqualTypeOf<EngineOptions | undefined>();
  });

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
