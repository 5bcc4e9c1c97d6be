const engineUsage = `Engine
  -d, --driver <name>     openrouteservice, valhalla, osrm, graphhopper, mapbox, google, stadia or
                          embedded; by default the one that the environment configures:
                          OPENROUTESERVICE_API_KEY or OPENROUTESERVICE_BASE_URL, VALHALLA_BASE_URL,
                          OSRM_BASE_URL, GRAPHHOPPER_API_KEY or GRAPHHOPPER_BASE_URL,
                          MAPBOX_ACCESS_TOKEN, GOOGLE_MAPS_API_KEY, STADIA_API_KEY, TILES_DIRECTORY
  --base-url <url>        a server of your own, which gets no key; needs --driver
  --dangerously-allow-http
                          plain http to another machine
  -p, --profile <name>    driving (default), truck, cycling, walking, … as the engine has them
  --avoid <features>      tolls, motorways, ferries, …; separated by commas
`;

const outputUsage = `  -o, --output <file>     instead of stdout; its extension chooses the format; not a link
  --dry-run               print the number of requests, the least time and the cost; send nothing
  -h, --help
`;

const placesUsage = `Places are lon,lat arguments, or one file, or - for stdin.
A file is CSV (with a header such as name,lon,lat, or lon,lat,name without one), GeoJSON, GPX or KML.
`;

const fileUsage = `File
  --lon-column <name>     the column of the longitude; with --lat-column
  --lat-column <name>     the column of the latitude
  --label-column <name>   the column of the names
  --skip-invalid          go on after an invalid entry, and list what was skipped
`;

const usages = {
  directions: `Usage: routing directions <places> [options]

A route over two or more places.
${placesUsage}
  routing directions 8.681,49.414 8.687,49.42 --format gpx --output route.gpx

Output
  -f, --format <name>     text (default), geojson, gpx, kml, json
  --svg <file>            a picture of the routes
${outputUsage}
Route
  --preference <name>     fastest, shortest, recommended
  --alternatives <n>      other routes, between two places
  --language <tag>        of the instructions: en (default), de, …
  --elevation             heights along the route, in metres

${fileUsage}
${engineUsage}`,
  isochrones: `Usage: routing isochrones <places> --ranges <list> [options]

The areas within ranges of one or more places: their sizes are in km².
${placesUsage}
  routing isochrones 8.681,49.414 --ranges 300,600 --profile walking --svg areas.svg

Output
  -f, --format <name>     geojson (default), kml, json, text
  --svg <file>            a picture of the areas
${outputUsage}
Areas
  -r, --ranges <list>     seconds, or metres with --distance
  --distance              the ranges are metres
  --direction <name>      from (default) or to the places
  --resume <file>         keep what is answered, and send only the rest the next time

${fileUsage}
${engineUsage}`,
  matrix: `Usage: routing matrix <origins> [options]

Durations in seconds and distances in metres, from each origin to each destination.
${placesUsage}
  routing matrix shops.csv --destinations homes.csv --resume matrix.checkpoint --output matrix.csv

Output
  -f, --format <name>     csv (default), geojson, json
  --layout <name>         of CSV: long (default), a line for each pair, or wide, a table of one metric
                          in seconds or metres
  --svg <file>            a picture of the table, of at most 10000 cells
${outputUsage}
Matrix
  --destinations <file>   the origins by default
  -m, --metrics <list>    duration,distance (default)
  --resume <file>         keep what is answered, and send only the rest the next time

${fileUsage}
${engineUsage}`,
  match: `Usage: routing match <track> [options]

The roads that a recorded track followed, segment by segment.
The track is one file, or - for stdin: GPX, KML, GeoJSON, or CSV with a row for each point.

  routing match ride.gpx --profile cycling --output roads.gpx

Output
  -f, --format <name>     geojson (default), gpx, kml, json
  --svg <file>            a picture of the roads
${outputUsage}
Track
  --name <text>           the name of the tracks in GPX and KML; by default that of the track
  --no-clean              send all points; by default standing, repeated and too dense ones are dropped
  --max-points <n>        points a request (100 for osrm and mapbox, 2000 for others)

${fileUsage}
${engineUsage}`,
  'map build': `Usage: routing map build <file.osm.pbf> … --directory <folder> [options]

Builds tiles for the embedded engine, and prints their folder. The same map is not built twice.

  export TILES_DIRECTORY="$(routing map build andorra.osm.pbf --directory maps/andorra)"

  --directory <folder>    the folder of the map; created if it does not exist
  --driving-side <name>   right (default), left, or borders: by the borders of countries in the files
  --elevation-directory <folder>
                          SRTM tiles, for gradients
  --threads <n>           threads of the builder (2)
  -h, --help

It needs the package @valhallajs/valhallajs.
`,
} as const;

const overview = `Usage: routing <command> [options]

Commands
  directions   a route over two or more places
  isochrones   the areas within ranges of places
  matrix       durations and distances between many places
  match        the roads that a recorded track followed
  map build    tiles for the embedded engine, from OpenStreetMap extracts

routing <command> --help has the options of a command.
Keys are read from the environment, never from arguments.

  --version, --help
`;

export type CommandName = keyof typeof usages;

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(usages, name);
}

/** The text of `--help`. */
export function usageOf(command: CommandName | undefined): string {
  return command === undefined ? overview : usages[command];
}
