// A listener that forwards each connection to the service, and notes when it came. Without a service it ends
// the connection at once. Sends its port; a message with a port changes the service, and any message gets
// the times of the connections since the last one.
import { type AddressInfo, connect, createServer } from 'node:net';
import { machineMs, noteStandstills, type Standstill } from '../../../../../test/support/standstills.ts';

export interface GateOrder {
  /** Undefined: there is no service. */
  readonly servicePort?: number | undefined;
}

export interface GateReport {
  readonly times: readonly number[];
  readonly standstills: readonly Standstill[];
}

const takeStandstills = noteStandstills();
let servicePort: number | undefined;
let times: number[] = [];

const gate = createServer({ noDelay: true }, (client) => {
  times.push(machineMs());
  client.on('error', () => {});
  if (servicePort === undefined) return client.resetAndDestroy();
  const service = connect({ port: servicePort, host: '127.0.0.1', noDelay: true });
  service.on('error', () => {});
  service.on('close', () => client.destroy());
  client.on('close', () => service.destroy());
  client.pipe(service).pipe(client);
});

process.on('message', (order: GateOrder) => {
  if ('servicePort' in order) servicePort = order.servicePort;
  const report: GateReport = { times, standstills: takeStandstills() };
  process.send?.(report);
  times = [];
});
process.on('disconnect', () => process.exit());
gate.listen({ port: 0, host: '127.0.0.1', backlog: 2_048 }, () => {
  process.send?.((gate.address() as AddressInfo).port);
});
