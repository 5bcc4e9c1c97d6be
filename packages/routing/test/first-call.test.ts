import { createFakeTransport } from '@org/core/testing';
import { expect, it } from 'vitest';
import { createRoutingClient } from '../src/client.ts';
import { openrouteservice } from '../src/drivers/openrouteservice/index.ts';
import { valhalla } from '../src/drivers/valhalla/index.ts';

it.each([
  { driver: openrouteservice({ apiKey: 'unused' }) },
  { driver: valhalla({ baseUrl: 'https://valhalla.example' }) },
])(
  'a first call of $driver.name asks for what it was called with, whatever the program does to it afterwards',
  async ({ driver }) => {
    const transport = createFakeTransport([{ answer: { status: 500 } }]);
    const routing = createRoutingClient({ driver, transport, retry: false });
    const from: [number, number] = [8.68, 49.41];
    const waypoints: [number, number][] = [from, [8.69, 49.42]];
    const call = routing.directions({ profile: 'driving', waypoints });
    from[0] = 77.7;
    waypoints[1] = [77.7, 49];
    await expect(call).rejects.toMatchObject({ status: 500 });
    const [sent] = transport.requests;
    expect(`${sent?.text()}`).toContain('8.68');
    expect(`${sent?.text()}`).not.toContain('77.7');
  },
);
