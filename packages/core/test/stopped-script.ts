// A program whose one call takes longer than its time limit, unless its response is read. It prints the end.
import { noAuth } from '../src/auth/no-auth.ts';
import { createServiceClient } from '../src/client.ts';

// The build writes the version in; this runs from the sources.
Object.assign(globalThis, { __PACKAGE_VERSION__: '0.0.0-test' });

const [baseUrl = '', limit = 'timeoutMs'] = process.argv.slice(2);
const client = createServiceClient({ name: 'acme', baseUrl, auth: noAuth() }, { retry: false });
const get = (path: string, options = {}) => client.request({ method: 'GET', path }, options);
await get('/warm');
const end = await get('/slow', { [limit]: 1_000 }).then(
  ({ status }) => String(status),
  (error: Error) => error.message,
);
process.stdout.write(end);
