// What drivers of routing engines share. Drivers outside this package import it as `@org/routing/driver`.
export { routingOperation } from '../driver.ts';
export { asLine, joinLines } from '../model/line.ts';
export { noCaps, noOptions } from '../model/no-capabilities.ts';
export { closeRing, withoutElevation } from '../model/position.ts';
export { forProfile } from '../model/profile.ts';
export { defaultSnapRadiusMeters } from '../model/snap.ts';
export { areaOf, boxAround, distanceBetween } from '../model/sphere.ts';
export { matchRange, readArea } from './isochrones.ts';
export { placeTable, readTable, requireEach } from './matrix.ts';
export { redactDetails, withoutCoordinates } from './redact.ts';
export { unexpectedResponse } from './response-format.ts';
export { readLine, requirePlausible } from './route.ts';
