/** Tags of an OpenStreetMap object, `{ highway: 'residential', name: 'Baker Street' }`. */
export type OsmTags = Readonly<Record<string, string>>;

export interface OsmNode {
  /** Positive, unique among the nodes. */
  readonly id: number;
  readonly longitude: number;
  readonly latitude: number;
  readonly tags?: OsmTags;
}

export interface OsmWay {
  readonly id: number;
  /** Ways are connected only where they share a node. */
  readonly nodeIds: readonly number[];
  readonly tags: OsmTags;
}

export interface OsmMember {
  readonly kind: 'node' | 'way' | 'relation';
  readonly id: number;
  readonly role: string;
}

export interface OsmRelation {
  readonly id: number;
  readonly members: readonly OsmMember[];
  readonly tags: OsmTags;
}

/** A map as OpenStreetMap data. */
export interface OsmMap {
  readonly nodes: readonly OsmNode[];
  readonly ways: readonly OsmWay[];
  readonly relations: readonly OsmRelation[];
}
