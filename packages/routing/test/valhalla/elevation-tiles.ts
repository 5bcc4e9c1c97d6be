import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const points = 3601;

/**
 * A folder with heights around the made-up town, in the form of SRTM: 200 m at 50° north, 50 m more for each
 * hundredth of a degree to the north.
 */
export async function writeElevationTile(directory: string): Promise<void> {
  const heights = Buffer.alloc(points * points * 2);
  const row = Buffer.alloc(points * 2);
  for (let index = 0; index < points; index += 1) {
    const northDegrees = 1 - index / (points - 1);
    const height = Math.round(200 + northDegrees * 5000);
    for (let column = 0; column < points; column += 1) row.writeInt16BE(height, column * 2);
    row.copy(heights, index * row.length);
  }
  await mkdir(join(directory, 'N50'), { recursive: true });
  await writeFile(join(directory, 'N50', 'N50E010.hgt.gz'), gzipSync(heights, { level: 1 }));
}
