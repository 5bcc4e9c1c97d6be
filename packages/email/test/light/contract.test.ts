import { describe, expect, it } from 'vitest';
import { testLightEntries } from './contracts.ts';
import { ofSockets } from './sockets.ts';
import { standIns } from './stand-ins.ts';

const start = async (name: string) => {
  const service = await standIns[name]?.();
  if (service === undefined) throw new Error(`${name} has no stand-in.`);
  const close = async () => void (await service.close());
  return { ...service, received: () => service.mails, close };
};

testLightEntries({ describe, it, expect }, start, ofSockets);
