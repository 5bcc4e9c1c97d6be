import { ConfigurationError } from '@org/core';
import type { Profile } from '../../../driver.ts';

export interface DataSet {
  readonly profile: Profile;
  /** The base URL of the service. */
  readonly baseUrl: string;
  /** Path between the base URL and that of OSRM's services: `/routed-car`. */
  readonly prefix: string;
  /** The profile's label in the path. OSRM itself does not check it. */
  readonly label: string;
}

type Labels = readonly Profile[] | Readonly<Partial<Record<Profile, string>>>;
type Addresses = string | Readonly<Partial<Record<Profile, string>>>;

/**
 * The data sets by service. Those of one origin are one service, which shares its limits and its key.
 *
 * @throws ConfigurationError for a profile without an address
 */
export function groupDataSets(addresses: Addresses, labels: Labels | undefined): readonly DataSet[][] {
  const names = namesOf(addresses, labels);
  const sets = names.map((profile) => {
    const url = typeof addresses === 'string' ? addresses : addresses[profile];
    if (url === undefined) throw noAddress(profile);
    return { profile, url: url.replace(/\/+$/, ''), label: labelOf(profile, labels) };
  });
  const origins = [...new Set(sets.map(({ url }) => originOf(url)))];
  return origins.map((origin) => {
    const own = sets.filter(({ url }) => originOf(url) === origin);
    const isOneUrl = own.every(({ url }) => url === own[0]?.url);
    return own.map(({ profile, url, label }) =>
      isOneUrl
        ? { profile, baseUrl: url, prefix: '', label }
        : { profile, baseUrl: origin, prefix: url.slice(origin.length), label },
    );
  });
}

function namesOf(addresses: Addresses, labels: Labels | undefined): readonly Profile[] {
  const given = labels ?? (typeof addresses === 'string' ? ['driving'] : addresses);
  return (Array.isArray(given) ? given : Object.keys(given)) as readonly Profile[];
}

function labelOf(profile: Profile, labels: Labels | undefined): string {
  const table: Readonly<Partial<Record<Profile, string>>> =
    labels === undefined || Array.isArray(labels) ? {} : (labels as Exclude<Labels, readonly Profile[]>);
  return table[profile] ?? profile;
}

function originOf(url: string): string {
  // The service itself refuses an address that is not a URL, with the option to set.
  return URL.canParse(url) ? new URL(url).origin : url;
}

function noAddress(profile: Profile): ConfigurationError {
  const message =
    `osrm() has no address for the profile "${profile}": an OSRM server holds the data of one profile. ` +
    `Add it to baseUrl, as in osrm({ baseUrl: { ${profile}: 'http://localhost:5000' } }).`;
  return new ConfigurationError({ message });
}
