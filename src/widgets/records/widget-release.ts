import * as z from 'zod/mini';

/**
 * An immutable release of the widget. `integrity`: the Subresource Integrity value (W3C) of its `widget.js`.
 */
export const WidgetRelease = z.object({
  /** The package's version and a hash of the files, for example `1.2.0-3f2a9c`. */
  version: z.string().check(z.regex(/^\d[\w.-]*-[0-9a-f]{6}$/)),
  integrity: z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/)),
});
export type WidgetRelease = z.infer<typeof WidgetRelease>;

/** The served releases, newest first; the first one is the current one. */
export const WidgetReleases = z.array(WidgetRelease);
export type WidgetReleases = z.infer<typeof WidgetReleases>;

/** The folder in the build's output with a folder per version, and the list. */
export const RELEASES_FOLDER = 'widget-releases';
export const RELEASES_LIST = `${RELEASES_FOLDER}/releases.json`;

/** The path of a release's script below the service's origin. */
export const releasePath = ({ version }: Pick<WidgetRelease, 'version'>): string =>
  `/api/widget/${version}/widget.js`;
