import { closeSync, openSync } from 'node:fs';
import { createServiceClient, isOrgError, noAuth } from '../src/index.ts';
import { createNodeTransport } from '../src/node/index.ts';
import { createUndiciTransport } from '../src/undici/index.ts';

// Run under a small `ulimit -n`. Prints what calls end with while no file descriptor is free, and afterwards.
const [url = ''] = process.argv.slice(2);
const service = { name: 'acme', baseUrl: url, auth: noAuth() };
const clients = {
  default: createServiceClient(service, { retry: false }),
  node: createServiceClient(service, { retry: false, transport: createNodeTransport() }),
  fetch: createServiceClient(service, { retry: false, runtime: { fetch } }),
  undici: createServiceClient(service, { retry: false, transport: createUndiciTransport() }),
};

const taken: number[] = [];
function takeAll() {
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch {}
}
const giveBack = () => taken.splice(0).forEach((descriptor) => void closeSync(descriptor));

function describe(error: unknown) {
  if (!isOrgError(error)) return String(error);
  const { code, outcome, retryable, message, cause } = error;
  return { code, outcome, retryable, message, cause: String(cause) };
}

/** Several calls at once: some may have an open connection. */
async function callAll(count: number) {
  const ends: Record<string, unknown> = {};
  for (const [name, client] of Object.entries(clients)) {
    const calls = Array.from({ length: count }, () =>
      client.request({ method: 'POST', path: '/', json: {} }),
    );
    const settled = await Promise.allSettled(calls);
    const failed = settled.find((call) => call.status === 'rejected');
    ends[name] = failed === undefined ? 'ok' : describe(failed.reason);
  }
  return ends;
}

takeAll();
const unloaded = await callAll(1);
giveBack();
const loaded = await callAll(1);
takeAll();
const full = await callAll(5);
giveBack();
const free = await callAll(5);
console.log(JSON.stringify({ unloaded, loaded, full, free }));
for (const client of Object.values(clients)) await client.close();
process.exit(0);
