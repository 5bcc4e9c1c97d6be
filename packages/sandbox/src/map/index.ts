export type { PreparedMap, PrepareOptions } from './prepare.ts';
export { prepareOsm, prepareTown } from './prepare.ts';
export type { Town, TownArea, TownPlace, TownPosition, TownStreet } from './town.ts';
export { createTown } from './town.ts';
export type { StreetKind } from './town-plan.ts';
