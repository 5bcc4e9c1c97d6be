// Loaded before a quoted program (--import): the real services' addresses lead to the sandbox instead, so that the program runs as it is printed.
const routes = JSON.parse(process.env.SANDBOX_ROUTES ?? '{}');
const { fetch } = globalThis;

globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const target = routes[url.origin];
  if (target === undefined && url.hostname !== '127.0.0.1')
    throw new Error(`no sandbox stands for ${url.origin}`);
  const address = target === undefined ? url : new URL(target + url.pathname + url.search);
  return fetch(input instanceof Request ? new Request(address, input) : address, init);
};
