import type { AttributeName } from '../../driver.ts';

/** The attributes that OSRM (`averageSpeed`) and hosts in the style of Mapbox state. @public */
export type OsrmAttribute = Extract<AttributeName, 'averageSpeed' | 'speedLimit' | 'congestion'>;
