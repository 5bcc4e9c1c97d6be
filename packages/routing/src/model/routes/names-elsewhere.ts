// Names that other libraries have. The compiler shows their type, which says what to write. They are marked
// as deprecated: editors list them last.

/** Places of Leaflet, Google Maps and Mapbox GL. */
export interface PlaceNamesElsewhere {
  /** @deprecated A place is a list. */
  readonly lat?: 'A place with `lat` is a list here, longitude first: [lon, lat].' | undefined;
  /** @deprecated A place is a list. */
  readonly latitude?: 'A place with `latitude` is a list here, longitude first: [lon, lat].' | undefined;
  /** @deprecated A place is a list. */
  readonly lng?: 'A place with `lng` is a list here, longitude first: [lng, lat].' | undefined;
  /** @deprecated A place is a list. */
  readonly lon?: 'A place with `lon` is a list here, longitude first: [lon, lat].' | undefined;
}

/** Requests for directions of other services. */
export interface RouteNamesElsewhere {
  /** @deprecated In openrouteservice, OSRM and Mapbox. */
  readonly coordinates?: '`coordinates` are `waypoints` here: [[lon, lat], [lon, lat]].' | undefined;
  /** @deprecated In Valhalla. */
  readonly locations?: '`locations` are `waypoints` here: [[lon, lat], [lon, lat]].' | undefined;
  /** @deprecated In Google Maps. */
  readonly origin?: '`origin` is the first of `waypoints` here: [[lon, lat], [lon, lat]].' | undefined;
  /** @deprecated In Google Maps. */
  readonly destination?: '`destination` is the last of `waypoints` here.' | undefined;
  /** @deprecated In Google Maps. */
  readonly travelMode?: '`travelMode` is `profile` here: driving, cycling, walking.' | undefined;
  /** @deprecated In Google Maps. */
  readonly departureTime?: '`departureTime` is `departAt` here: local time, 2026-05-04T08:30.' | undefined;
  /** @deprecated In OSRM and Mapbox. */
  readonly geometries?: '`geometries` has no place here: a geometry is always GeoJSON.' | undefined;
}
