// Files of places and tracks, as they come: CSV, GeoJSON, GPX and KML.
export { type CleanCounts, type CleanedTrack, type CleanOptions, cleanTrack } from './clean-track.ts';
export type { FileInput } from './decode.ts';
export {
  type MatchedSegment,
  type MatchTrackOptions,
  matchTrack,
  type TrackMatcher,
} from './match-track.ts';
export { type FilePlace, type PlacesFile, readPlaces } from './read-places.ts';
export { readTrack, type TrackFile, type TrackPoint, type TrackSegment } from './read-track.ts';
export type { FileFormat, ReadFileOptions, SkippedEntry } from './report.ts';
