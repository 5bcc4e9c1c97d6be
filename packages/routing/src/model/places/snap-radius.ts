/** The default radius of snapping: openrouteservice's largest. Valhalla's own is 35 km. @public */
export const defaultSnapRadiusMeters = 350;
