import { describe, expect, it } from 'vitest';
import { testLightEntries } from './contracts.ts';
import { standIns } from './stand-ins.ts';

testLightEntries({ describe, it, expect }, async (name) => {
  const service = await standIns[name]?.();
  if (service === undefined) throw new Error(`${name} has no stand-in.`);
  const close = async () => void (await service.close());
  return { ...service, received: () => service.mails, close };
});
