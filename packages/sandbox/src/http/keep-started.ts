/** Keeps what was started, and closes all of it once. */
export function keepStarted() {
  const started: { close(): Promise<void> }[] = [];
  let closing: Promise<void> | undefined;
  return {
    keep<Service extends { close(): Promise<void> }>(service: Service): Service {
      started.push(service);
      return service;
    },
    close: () => {
      closing ??= Promise.all(started.map((service) => service.close())).then(() => {});
      return closing;
    },
  };
}
