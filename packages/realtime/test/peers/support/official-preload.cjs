// Loaded before the official client's spec: sends its fixed addresses to servers on loopback, and shortens
// its waits of five and ten seconds for "nothing happens".
const http = require('node:http');
const net = require('node:net');
const tls = require('node:tls');

const targets = JSON.parse(process.env.OFFICIAL_TARGETS);

const ports = new Set(Object.values(targets));

function redirect(options) {
  if (ports.has(Number(options.port))) return options; // the connection of a request that was redirected
  const address = `${options.host}:${options.port}`;
  const port = targets[address];
  if (port === undefined) throw new Error(`The spec connects to ${address}, which has no target.`);
  return { ...options, host: '127.0.0.1', port };
}

for (const [owner, name] of [
  [net, 'connect'],
  [tls, 'connect'],
  [http, 'request'],
]) {
  const original = owner[name];
  owner[name] = (options, ...rest) => original(redirect(options), ...rest);
}

// Only waits of the spec resolve a promise; the timers of the client call its own functions.
const { setTimeout: setTimer } = globalThis;
const quietMs = Number(process.env.OFFICIAL_QUIET_MS);
const isWait = (callback, delayMs) => delayMs >= 5_000 && String(callback).includes('[native code]');
globalThis.setTimeout = (callback, delayMs, ...rest) =>
  setTimer(callback, isWait(callback, delayMs) ? quietMs : delayMs, ...rest);
