// The language of tables: where values are in requests and responses, and what codes mean.
export {
  classifyByTable,
  type ErrorTable,
  type FailureKind,
  failureKinds,
  findWords,
  type Refusal,
} from './error-table.ts';
export { mapNames, namesIn, type OnlyKnown, refuseUnknownNames } from './only-known.ts';
export {
  bodyOf,
  constantPlaces,
  type FieldPath,
  type FieldPaths,
  idOf,
  type Place,
  placesOf,
  placeWithin,
  refuseLoss,
  valueAt,
} from './places.ts';
