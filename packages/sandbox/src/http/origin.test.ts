import { expect, it } from 'vitest';
import { decideRefusal } from './origin.ts';

it.each([
  ['10.0.0.5:8025', 'http://10.0.0.5:8025', true, true],
  ['[fd00::5]:8025', 'http://[fd00::5]:8025', true, true],
  ['10.0.0.5:8025', 'http://10.0.0.5:8025', false, false],
  ['10.0.0.5:8025', 'http://10.0.0.5:3000', true, false],
  ['10.0.0.5:8025', 'http://10.0.0.6:8025', true, false],
  ['evil.example:8025', 'http://evil.example:8025', true, false],
])('Host %s and Origin %s, open: %s, is allowed: %s', (host, origin, isOpen, isAllowed) => {
  const rawHeaders = ['Host', host, 'Origin', origin];
  const request = { method: 'POST', path: '/', headers: { host, origin }, rawHeaders };
  expect(decideRefusal(request, { allowedHosts: [], isOpen }) === undefined).toBe(isAllowed);
});
