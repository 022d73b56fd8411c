import { lenientMembers } from './lenient-json.ts';

/** A value as the Functions host sends it to its worker. */
export type RpcData = { string: string } | { json: string };

/**
 * The host's metadata of a request, in one dictionary with case-insensitive keys. Members of the body and
 * query parameters overwrite existing entries, including the headers; only route parameters overwrite these.
 */
export function metadataOf(parts: {
  headers: object;
  query: URLSearchParams;
  /** Undefined if its length is unknown, because the host does not read it then. */
  body: Uint8Array | undefined;
  params: Record<string, string>;
}): Record<string, RpcData> {
  const metadata: Record<string, RpcData> = {};
  const put = (name: string, value: unknown) => {
    const same = Object.keys(metadata).find((key) => key.toLowerCase() === name.toLowerCase());
    metadata[same ?? name] = typeof value === 'string' ? { string: value } : { json: JSON.stringify(value) };
  };
  put('Headers', parts.headers);
  put('Query', Object.fromEntries(parts.query));
  for (const [name, value] of Object.entries(lenientMembers(parts.body ?? new Uint8Array()) ?? {})) {
    put(name, value);
  }
  for (const [name, value] of parts.query) if (name.toLowerCase() !== 'code') put(name, value);
  for (const [name, value] of Object.entries(parts.params)) put(name, value);
  return metadata;
}
