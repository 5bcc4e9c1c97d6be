// What drivers of routing engines share. Drivers outside this package import it as `@org/routing/driver`.
export { routingOperation } from './driver/routing-driver.ts';
export { noCaps, noOptions } from './model/engine/no-capabilities.ts';
export { asLine, joinLines } from './model/geometry/line.ts';
export { closeRing, withoutElevation } from './model/geometry/position.ts';
export { areaOf, boxAround, distanceBetween } from './model/geometry/sphere.ts';
export { defaultSnapRadiusMeters } from './model/places/snap.ts';
export { forProfile } from './model/travel/profile.ts';
export { matchRange, readArea } from './wire/isochrones.ts';
export { placeTable, readTable, requireEach } from './wire/matrix.ts';
export { redactDetails, withoutCoordinates } from './wire/redact.ts';
export { unexpectedResponse } from './wire/response-format.ts';
export { readLine, requirePlausible } from './wire/route.ts';
