import type { FeatureCollection, Geometry } from 'geojson';
import { type GeoJSONSource, type LayerSpecification, MapLibreMap, Marker, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useEffect, useRef } from 'react';
import type { Position, Start } from '../deliveries.ts';
import type { Ride } from './use-deliveries.ts';

setWorkerUrl(workerUrl);

interface CourierMapProps {
  readonly start: Start;
  readonly rides: readonly Ride[];
  readonly positions: ReadonlyMap<string, Position>;
  readonly reach: readonly Geometry[];
}

/** The streets, the rides, the couriers, and what one of them reaches. */
export function CourierMap({ start, rides, positions, reach }: CourierMapProps) {
  const element = useRef<HTMLDivElement>(null);
  const map = useRef<MapLibreMap>(null);
  const markers = useRef(new Map<string, Marker>());

  useEffect(() => {
    if (element.current === null) return;
    const made = createMap(element.current, start);
    map.current = made;
    return () => made.remove();
  }, [start]);

  useEffect(() => {
    for (const [name, position] of positions) {
      const marker = markers.current.get(name) ?? createMarker(name);
      markers.current.set(name, marker);
      marker.setLngLat(position);
      if (map.current) marker.addTo(map.current);
    }
  }, [positions]);

  useEffect(() => {
    const ways = rides.filter(({ metersLeft }) => metersLeft !== 0);
    show(
      map.current,
      'ways',
      ways.map(({ line }) => ({ type: 'LineString', coordinates: line })),
    );
  }, [rides]);

  useEffect(() => show(map.current, 'reach', reach), [reach]);

  return <div ref={element} role="application" aria-label="Map" />;
}

function createMarker(name: string): Marker {
  const element = document.createElement('div');
  element.className = 'marker';
  element.textContent = name;
  return new Marker({ element });
}

function show(map: MapLibreMap | null, source: string, geometries: readonly Geometry[]): void {
  const draw = () => map?.getSource<GeoJSONSource>(source)?.setData(collect(geometries));
  if (map?.isStyleLoaded()) draw();
  else map?.once('load', draw);
}

const collect = (geometries: readonly Geometry[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })),
});

/** A style without tiles: the streets are GeoJSON. */
function createMap(container: HTMLElement, { streets, bounds }: Start): MapLibreMap {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const layers: LayerSpecification[] = [
    { id: 'land', type: 'background', paint: { 'background-color': isDark ? '#23272e' : '#f4f1ea' } },
    area('river', isDark ? '#1d3d52' : '#b9dcee'),
    area('park', isDark ? '#22402c' : '#cfe6c4'),
    {
      id: 'streets',
      type: 'line',
      source: 'town',
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-cap': 'round' },
      paint: {
        'line-color': isDark ? '#59616e' : '#fff',
        'line-width': ['match', ['get', 'kind'], ['ring-road', 'main-road'], 9, 5],
      },
    },
    { id: 'reach', type: 'fill', source: 'reach', paint: { 'fill-color': '#0b6e99', 'fill-opacity': 0.2 } },
    { id: 'ways', type: 'line', source: 'ways', paint: { 'line-color': '#d2431f', 'line-width': 4 } },
  ];
  const empty = { type: 'geojson', data: collect([]) } as const;
  return new MapLibreMap({
    container,
    bounds,
    fitBoundsOptions: { padding: 40 },
    attributionControl: { customAttribution: 'Larkbridge, the town of the sandbox' },
    style: {
      version: 8,
      sources: { town: { type: 'geojson', data: streets }, reach: empty, ways: empty },
      layers,
    },
  });
}

function area(kind: string, color: string): LayerSpecification {
  return {
    id: kind,
    type: 'fill',
    source: 'town',
    filter: ['==', ['get', 'kind'], kind],
    paint: { 'fill-color': color },
  };
}
