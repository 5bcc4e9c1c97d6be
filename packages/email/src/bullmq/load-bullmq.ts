import { installedVersion, type Peer, peerError } from '@org/core/basics';

// BullMQ 5 has no `RedisQueueBackend`, and ends the process when Redis is away.
export const bullmqPeer: Peer = { feature: 'The email queue', name: 'bullmq', from: '6.0.0' };

/** A module that imports bullmq. @throws ConfigurationError */
export async function loadBullmq<Module>(load: () => Promise<Module>): Promise<Module> {
  const refuse = (cause?: unknown): never => {
    throw peerError(bullmqPeer, installedVersion('bullmq', import.meta.url), cause);
  };
  const { RedisQueueBackend } = await import('bullmq').catch(refuse);
  if (RedisQueueBackend === undefined) refuse();
  return load().catch(refuse);
}
