// Places, lines and errors of a driver as tables, for an own driver and for `generic()`.
export {
  listAt,
  numberAt,
  type PositionForm,
  readPosition,
  type ServiceUnits,
  scalesOf,
  writePosition,
} from './by-place.ts';
export { type RoutingErrorKind, routingFailureKinds } from './failure-kinds.ts';
export { type LineForm, type PlainLeg, plainRoute, readAnyLine, waypointsOn } from './plain-route.ts';
