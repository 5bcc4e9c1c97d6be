/** All profiles of the model. @public */
export const routingProfiles = [
  'driving',
  'truck',
  'bus',
  'motorcycle',
  'moped',
  'cycling',
  'cycling-road',
  'cycling-mountain',
  'cycling-electric',
  'walking',
  'hiking',
  'wheelchair',
] as const;
