// Loaded before a quoted program (--import): the real services' addresses lead to the sandbox instead, so that the program runs as it is printed.
const routes = JSON.parse(process.env.SANDBOX_ROUTES ?? '{}');
const { fetch } = globalThis;

globalThis.fetch = (input, init) => {
  const { href, hostname } = new URL(input instanceof Request ? input.url : input);
  const service = Object.keys(routes).find((base) => href.startsWith(`${base}/`));
  if (service === undefined && hostname !== '127.0.0.1') throw new Error(`no sandbox stands for ${hostname}`);
  const address = service === undefined ? href : routes[service] + href.slice(service.length);
  return fetch(input instanceof Request ? new Request(address, input) : address, init);
};
