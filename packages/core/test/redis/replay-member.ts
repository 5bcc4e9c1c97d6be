// One process of a program that receives webhooks: handles one until its parent says how that ends.
import { fromIoredis, redisReplayStore } from '../../src/redis/index.ts';
import { answerWebhook, claimWebhook } from '../../src/webhooks/index.ts';
import { connect, patienceMs } from './server.ts';

const [path = '', id = ''] = process.argv.slice(2);
const client = connect({ path });
const store = redisReplayStore({ store: fromIoredis(client), storeTimeoutMs: patienceMs });
// A test that was cut short takes this process along.
process.once('disconnect', () => process.exit());

const response = await answerWebhook({
  parse: () => claimWebhook(store, { id, provider: 'acme', ttlMs: 86_400_000 }),
  handle: async () => {
    const end = new Promise((resolve) => process.once('message', resolve));
    process.send?.('handling');
    if ((await end) === 'fail') throw new Error('the database is down');
  },
  onError: (error) => process.send?.(String(error)),
});
process.send?.(response.status);
client.disconnect();
process.disconnect();
