// What every light entry has, besides its driver.
export type { LightRoutingClient, LightRoutingClientOptions } from './client.ts';
export { createRoutingClient } from './client.ts';
export type { LightCapabilities, LightDriver } from './light-driver.ts';
export type { RoutingPart } from './part.ts';
