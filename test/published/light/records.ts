// Records of a stand-in as JSON, between Node and any other runtime.

type Json = Readonly<Record<string, unknown>>;

/** Maps, bytes and times keep their kind. */
export function toJson(value: unknown): unknown {
  if (value instanceof Date) return { $date: value.getTime() };
  if (value instanceof Map) return { $map: [...value].map(toJson) };
  if (ArrayBuffer.isView(value)) return { $bytes: [...(value as Uint8Array)] };
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  return mapped(value, toJson);
}

export function fromJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromJson);
  if (typeof value !== 'object' || value === null) return value;
  const { $date, $map, $bytes } = value as Json;
  if ($date !== undefined) return new Date($date as number);
  if ($map !== undefined) return new Map(fromJson($map) as [unknown, unknown][]);
  if ($bytes !== undefined) return Uint8Array.from($bytes as number[]);
  return mapped(value, fromJson);
}

function mapped(value: object, change: (member: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]));
}
