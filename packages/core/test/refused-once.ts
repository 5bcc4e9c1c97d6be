import {
  createServiceClient,
  createServiceResponse,
  noAuth,
  type OrgError,
  type RawRequest,
  type ServiceDefinition,
} from '../src/index.ts';
import { createManualRuntime } from '../src/testing/index.ts';

export interface Refusal {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface RefusedCall {
  readonly startAt: Date;
  readonly seed?: number;
  readonly request?: RawRequest;
  readonly limits?: ServiceDefinition['limits'];
}

/** One call that is refused once: the start of its attempts, all its sleeps, and its error. */
export async function refusedOnce(
  { status = 429, headers = {}, body = '' }: Refusal,
  { startAt, seed = 1, request = { method: 'GET', path: '/things' }, limits = [] }: RefusedCall,
) {
  const runtime = createManualRuntime({ startAt, random: seed });
  const attempts: number[] = [];
  const sleeps: number[] = [];
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const client = createServiceClient(
    { name: 'acme', baseUrl: 'https://api.acme.test', auth: noAuth(), limits },
    {
      // Its own pauses would come on top of the waits that are measured here.
      ...(limits.length === 0 ? { limiter: false as const } : {}),
      runtime: {
        ...runtime,
        sleep(ms, signal) {
          sleeps.push(ms);
          return runtime.sleep(ms, signal);
        },
      },
      transport: async () => {
        attempts.push(runtime.monotonic());
        return attempts.length === 1
          ? createServiceResponse(status, new Headers(headers), bytes)
          : createServiceResponse(200, new Headers(), new Uint8Array());
      },
    },
  );
  let error: OrgError | undefined;
  const call = client.request(request).then(
    () => {},
    (thrown: OrgError) => {
      error = thrown;
    },
  );
  await runtime.advance(100_000);
  await call;
  return { attempts, sleeps, error };
}
