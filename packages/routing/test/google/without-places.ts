/** Google has no ranges of metres, and does not state which place has no road. */
export const withoutPlaces: readonly string[] = [
  'ranges can be distances',
  'a location without a road near is missing, and the others are not',
  'isochrones of only such a place are a point-not-found error',
  'a place without a road near is a row or column of null, and its position is null',
  'a waypoint without a road near is a point-not-found error without coordinates',
  // A request has one range: more of them need `approximate`.
  'isochrones are ordered by location, then range',
  'a larger range is a larger area, and both contain their location',
];
