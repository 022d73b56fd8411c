import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { compressedPaths, hashOf } from '../src/adapters/assets/compression.ts';
import { RELEASES_FOLDER, RELEASES_LIST, WidgetReleases } from '../src/widgets/records/widget-release.ts';

/** The most versions of the widget in a package: the current one and earlier ones. */
const MAX_RELEASES = 5;

/** The integrity value for W3C Subresource Integrity. */
export const integrityOf = (code: Uint8Array | string): string =>
  `sha384-${createHash('sha384').update(code).digest('base64')}`;

const listOf = (files: ReadonlyMap<string, Uint8Array>): WidgetReleases =>
  WidgetReleases.parse(JSON.parse(Buffer.from(files.get(RELEASES_LIST) ?? '[]').toString()));

/**
 * Adds the widget's releases in an earlier package to the files of a package, so that sites that pin one can
 * still load it. Throws if a file of the earlier package does not match its list.
 */
export function withEarlierReleases(
  files: ReadonlyMap<string, Uint8Array>,
  earlierPackage: Uint8Array,
): Map<string, Uint8Array> {
  const earlier = new Map(Object.entries(unzipSync(earlierPackage)));
  const own = listOf(files);
  const versions = new Set(own.map(({ version }) => version));
  const added = listOf(earlier)
    .filter(({ version }) => !versions.has(version))
    .slice(0, MAX_RELEASES - own.length);
  const all = new Map(files);
  for (const { version, integrity } of added) {
    const folder = `${RELEASES_FOLDER}/${version}/`;
    if (integrityOf(earlier.get(`${folder}widget.js`) ?? '') !== integrity) {
      throw new Error(`Version ${version} of the widget in the earlier package is not what its list says.`);
    }
    for (const [path, content] of earlier) {
      if (!path.startsWith(folder)) continue;
      all.set(path, content);
      for (const encoded of Object.values(compressedPaths(hashOf(content)))) {
        const bytes = earlier.get(encoded);
        if (bytes) all.set(encoded, bytes);
      }
    }
  }
  return all.set(RELEASES_LIST, Buffer.from(JSON.stringify([...own, ...added])));
}
