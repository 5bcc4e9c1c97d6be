// Makes one request to the address that it is given. Prints the code of its error.
import { createServiceClient, headerKey } from '../src/index.ts';

const [baseUrl = ''] = process.argv.slice(2);
try {
  const service = { name: 'acme', baseUrl, auth: headerKey('x-key'), credential: 's3cr3t-key-1' };
  const client = createServiceClient(service, { retry: { baseMs: 1 } });
  await client.request({ method: 'GET', path: '/things', query: { email: 'ann@acme.dev' } });
} catch (error) {
  console.log((error as { readonly code: string }).code);
}
