/** The version in package.json, inserted by the build. */
declare const __VERSION__: string;

/**
 * The path of the widget's release below the service's endpoints, inserted by its build: `widget/` and the
 * version, with a slash at the end.
 */
declare const WIDGET_RELEASE: string;

/**
 * The addresses of an entry, as JSON; the build collects them from `functions/`, so that the platform's
 * functions are registered before any endpoint is loaded.
 */
declare const __ADDRESSES__: string;

/** The parts in use; the published types do not know `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Readonly<Record<string, string | undefined>> });
    /** `preferred` is the order of those that the client prefers alike. */
    encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
    mediaType(available: readonly string[]): string | undefined;
    languages(): string[];
  }
}

/**
 * The address from which the service has answered with the script (src/http/asset.ts); no address in a pinned
 * one.
 */
declare const SCRIPT_ADDRESS: string;
