import { serve } from '@hono/node-server';
import { createShop } from './shop.ts';

const { PORT = '3000', SANDBOX_URL = '' } = process.env;

serve({ fetch: createShop(SANDBOX_URL).fetch, hostname: '127.0.0.1', port: Number(PORT) }, ({ port }) => {
  console.log(`The shop:  http://127.0.0.1:${port}/`);
  console.log(`Its mail:  ${SANDBOX_URL}`);
});
