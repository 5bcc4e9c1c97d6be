export type { ContractPlaces, RoutingContractOptions } from './options.ts';
export type { Expectation, TestApi } from './test-api.ts';
export { testRoutingDriver } from './test-routing-driver.ts';
