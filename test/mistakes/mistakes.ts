import { driverMistakes } from './email-drivers.ts';
import { engineMistakes } from './engine.ts';
import { closeEmail, messageMistakes } from './messages.ts';
import type { Mistake } from './mistake.ts';
import { closeRealtime, realtimeMistakes } from './realtime.ts';
import { closeRouting, routingMistakes } from './routing.ts';

export const mistakes: readonly Mistake[] = [
  ...driverMistakes,
  ...messageMistakes,
  ...routingMistakes,
  ...realtimeMistakes,
  ...engineMistakes,
];

/** Closes what the mistakes opened. */
export const closeAll = () => Promise.all([closeEmail(), closeRouting(), closeRealtime()]);
