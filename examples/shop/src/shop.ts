import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { createWebhooks, sendReceipt } from './mail.ts';
import { Orders } from './orders.ts';
import { list, page } from './page.ts';

/** The shop as a web application. `inbox` is where its mail can be read. */
export function createShop(inbox: string): Hono {
  const orders = new Orders();
  const webhooks = createWebhooks(orders);
  const shop = new Hono();

  shop.get('/', (context) => context.html(page(orders, inbox)));

  shop.post('/orders', async (context) => {
    const { item, email } = await context.req.parseBody();
    const order = orders.add(String(item), String(email));
    const isSuppressed = orders.suppressed.has(order.email);
    orders.note(order.id, isSuppressed ? 'no mail: suppressed' : await sendReceipt(order));
    return context.redirect('/');
  });

  shop.post('/webhooks/resend', ({ req }) => webhooks.resend(req.raw));
  shop.post('/webhooks/postmark', ({ req }) => webhooks.postmark(req.raw));

  shop.get('/live', (context) =>
    streamSSE(context, async (stream) => {
      const show = async () => stream.writeSSE({ data: String(await list(orders)) });
      orders.on('change', show);
      await show();
      stream.onAbort(() => void orders.off('change', show));
      await new Promise<void>((resolve) => stream.onAbort(resolve));
    }),
  );

  return shop;
}
