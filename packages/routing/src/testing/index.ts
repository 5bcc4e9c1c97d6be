export type { ContractPlaces } from './options.ts';
export { testRoutingDriver } from './test-routing-driver.ts';
