export { drawHeatMap } from './heat-map.ts';
export { drawMap } from './map.ts';
export type { PictureContent, PictureOptions } from './options.ts';
export { drawText, type TextOptions } from './text.ts';
export type { Theme } from './theme.ts';
