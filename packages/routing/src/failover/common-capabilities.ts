import type {
  OptionSupport,
  RangeType,
  RequestCaps,
  RoutingCapabilities,
  RoutingMethods,
  SplitRules,
} from '../model/engine/capabilities.ts';
import { methodNames } from '../model/engine/method-names.ts';
import { forProfile, type PerProfile, type Profile, type RoutePreference } from '../model/travel/profile.ts';
import { attributeNames } from '../model/travel/road-attributes.ts';

/** What every one of the engines can do: the smallest caps, the strictest splits. */
export function commonCapabilities(all: readonly RoutingCapabilities[]): RoutingCapabilities {
  const profiles = inAll(all.map((each) => each.profiles));
  return {
    ...commonMethods(all),
    profiles,
    options: commonOptions(all, profiles),
    caps: commonCaps(all, profiles),
    split: commonSplit(all, profiles),
  };
}

function commonMethods(all: readonly RoutingMethods[]): RoutingMethods {
  const entries = methodNames.map((name) => [name, all.every((each) => each[name] === true)]);
  // A raw request is written for one service.
  return { ...(Object.fromEntries(entries) as Omit<RoutingMethods, 'rawRequests'>), rawRequests: false };
}

const preferences: readonly RoutePreference[] = ['fastest', 'shortest', 'recommended'];
const rangeTypes: readonly RangeType[] = ['time', 'distance'];

/** What an engine states of an option: whether it is honoured, or which of its values are. */
type Stated = PerProfile<boolean | readonly string[]> | undefined;

function commonOptions(all: readonly RoutingCapabilities[], profiles: readonly Profile[]): OptionSupport {
  const options = all.map(({ attributes, options }): Readonly<Record<string, Stated>> => {
    const { preferences: some = preferences, rangeTypes: types = rangeTypes } = options;
    const { isochroneAvoid = true, attributes: stated = attributes ? attributeNames : [] } = options;
    return { ...options, preferences: some, rangeTypes: types, isochroneAvoid, attributes: stated };
  });
  const names = new Set(options.flatMap((each) => Object.keys(each)));
  const common = [...names].map((name) => [
    name,
    commonOf(
      options.map((each) => each[name]),
      profiles,
    ),
  ]);
  return Object.fromEntries(common) as OptionSupport;
}

function commonOf(stated: readonly Stated[], profiles: readonly Profile[]): Stated {
  if (stated.every((each) => each === undefined || typeof each === 'boolean'))
    return stated.every((each) => each === true);
  // `true` is every value of the list of another engine, and `false` none.
  const lists = stated.filter((each) => each !== true).map((each) => each || []);
  if (lists.every((each) => Array.isArray(each))) return inAll<string>(lists);
  const valueFor = (profile: Profile) =>
    commonOf(
      stated.map((each) => each && forProfile(each, profile)),
      [],
    ) as boolean | readonly string[];
  return byProfile(profiles, typeof valueFor('driving') === 'boolean' ? false : [], valueFor);
}

function commonCaps(engines: readonly RoutingCapabilities[], profiles: readonly Profile[]): RequestCaps {
  const all = engines.map(({ caps }) => caps);
  const least = (cap: (caps: RequestCaps) => number | undefined) =>
    Math.min(...all.map((caps) => cap(caps) ?? Infinity));
  const names = new Set(all.flatMap((caps) => Object.keys(caps) as (keyof RequestCaps)[]));
  names.delete('waypoints');
  const caps = [...names].map((name) => [name, least((each) => each[name] as number | undefined)]);
  // Without a cap for any of them, there is none for all.
  const limited = Object.fromEntries(caps.filter(([, most]) => most !== Infinity));
  return {
    ...(limited as Omit<RequestCaps, 'waypoints'>),
    waypoints: byProfile(profiles, 0, (profile) => least(({ waypoints }) => forProfile(waypoints, profile))),
  };
}

function commonSplit(engines: readonly RoutingCapabilities[], profiles: readonly Profile[]): SplitRules {
  const all = engines.map(({ split }) => split);
  const whole = all.flatMap(({ wholeOptions = {} }) => wholeOptions);
  const warnings = [...new Set(all.flatMap(({ tilesWarning }) => tilesWarning ?? []))];
  return {
    directions: all.every(({ directions }) => directions === 'chunks') ? 'chunks' : 'never',
    matrix: byProfile(profiles, 'rows' as const, (profile) =>
      all.every(({ matrix }) => forProfile(matrix, profile) === 'tiles') ? 'tiles' : 'rows',
    ),
    wholeOptions: {
      isochrones: whole.flatMap(({ isochrones = [] }) => isochrones),
      matrix: whole.flatMap(({ matrix = [] }) => matrix),
    },
    ...(all.some(({ wholeBearings }) => wholeBearings) ? { wholeBearings: true } : {}),
    tilesWarning: warnings.join(' ') || undefined,
  };
}

function byProfile<Value>(
  profiles: readonly Profile[],
  other: Value,
  valueFor: (profile: Profile) => Value,
): PerProfile<Value> {
  const table = Object.fromEntries(profiles.map((profile) => [profile, valueFor(profile)]));
  return { ...(table as Partial<Record<Profile, Value>>), other };
}

function inAll<Value>([first = [], ...others]: readonly (readonly Value[])[]): readonly Value[] {
  return first.filter((value) => others.every((list) => list.includes(value)));
}
