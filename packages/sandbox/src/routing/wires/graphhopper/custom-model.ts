import { invalid, notOffered } from './problem.ts';

interface CustomModel {
  readonly priority?: unknown;
  readonly speed?: unknown;
  readonly distance_influence?: unknown;
  readonly areas?: { readonly features?: unknown };
}

/**
 * The closed roads and areas of a custom model as the engine's exclusions: rules with the factor 0.
 * Others are refused. Source: graphhopper/graphhopper docs/core/custom-models.md.
 */
export function convertCustomModel(value: unknown, costing: string): object {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid('custom_model must be an object');
  const model = value as CustomModel;
  if (Array.isArray(model.speed) && model.speed.length > 0) throw notOffered('speed rules in a custom model');
  const rules: readonly unknown[] = Array.isArray(model.priority) ? model.priority : [];
  const settings: Record<string, unknown> = {};
  const polygons: unknown[] = [];
  for (const rule of rules) {
    const { if: condition, multiply_by: factor } = (rule ?? {}) as Readonly<Record<string, unknown>>;
    if (Number(factor) !== 0 || typeof condition !== 'string')
      throw notOffered('priorities in a custom model other than 0');
    const exclusion = exclusions.get(condition.trim());
    if (exclusion !== undefined) settings[exclusion] = true;
    else polygons.push(areaOf(model, condition.trim()));
  }
  if (Number(model.distance_influence) >= shortestInfluence) settings['shortest'] = true;
  return {
    costing_options: { [costing]: settings },
    ...(polygons.length > 0 && { exclude_polygons: polygons }),
  };
}

// So much that only the distance counts.
const shortestInfluence = 10_000;

const exclusions: ReadonlyMap<string, string> = new Map([
  ['toll == ALL', 'exclude_tolls'],
  ['toll == ALL || toll == HGV', 'exclude_tolls'],
  ['road_class == MOTORWAY', 'exclude_highways'],
  ['road_environment == FERRY', 'exclude_ferries'],
  ['road_environment == TUNNEL', 'exclude_tunnels'],
  ['road_environment == BRIDGE', 'exclude_bridges'],
]);

interface Area {
  readonly id?: unknown;
  readonly geometry?: { readonly type?: unknown; readonly coordinates?: unknown };
}

function areaOf({ areas }: CustomModel, condition: string): unknown {
  const features: readonly Area[] = Array.isArray(areas?.features) ? areas.features : [];
  const area = features.find(({ id }) => `in_${id}` === condition);
  const { type, coordinates } = area?.geometry ?? {};
  if (type === 'Polygon' && Array.isArray(coordinates)) return coordinates[0];
  throw notOffered(`condition "${condition}" in a custom model`);
}
