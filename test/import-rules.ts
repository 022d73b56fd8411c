import { posix } from 'node:path';

/** A source file as the rules see it; the path is below the repository's root, with forward slashes. */
interface SourceFile {
  path: string;
  text: string;
}

/** Who may import whom: a part of the house, and what it may know. */
interface Room {
  files: RegExp;
  /** Paths below the root, and names of packages. `$1` is the first group of `files`. */
  may: string;
  /** Modules that it may import only for their types. */
  mayType?: string;
}

/** A file belongs to the first room that names it. */
const ROOMS: readonly Room[] = [
  { files: /^src\/core\//, may: '^src/core/', mayType: '^src/domain/' },
  { files: /^src\/domain\/records\//, may: '^src/domain/|^zod' },
  {
    // An e-mail shows Markdown, with the links that an answer may have in the chat.
    files: /^src\/domain\/email\//,
    may: '^src/(core|domain)/|^widget/document-links\\.ts$|^(html-escaper|marked)$',
  },
  {
    files: /^src\/domain\//,
    may: '^src/(core|domain)/|^node:crypto$|^(ipaddr\\.js|chardet|html-escaper|image-dimensions|tldts)$',
  },
  { files: /^src\/ports(\.ts$|\/)/, may: '^$', mayType: '^src/(domain|ports)/' },
  // A service parses the small documents that it keeps in the ledger, hence zod; a status report has one
  // schema on both sides.
  {
    files: /^src\/services\//,
    may: '^src/(services|core|domain)/|^src/ports\\.ts$|^src/wire/reports\\.ts$|^zod|^(diff|fflate)$|^node:(crypto|util)$',
  },
  { files: /^src\/wire\//, may: '^src/(wire|domain)/|^zod' },
  {
    // The type of the services is inferred where they are wired.
    files: /^src\/http\//,
    may: '^src/(http|services|wire|domain)/|^src/ports\\.ts$|^zod|^(html-escaper|negotiator)$|^node:(net|crypto)$',
    mayType: '^src/compose\\.ts$',
  },
  {
    // Answerers with and without a model look up the same documents and detect the same requests for a
    // person.
    files: /^src\/adapters\/(model|scripted)\//,
    may: '^src/(adapters/($1|knowledge|scripted)|domain)/|^src/ports\\.ts$|^(?!(src|functions|widget)/|@azure/functions)',
    mayType: '^src/config\\.ts$',
  },
  {
    // The links that an answer may have are read by the grammar that shows it.
    files: /^src\/adapters\/(knowledge)\//,
    may: '^src/(adapters/$1|domain)/|^src/ports\\.ts$|^widget/markdown\\.ts$|^(?!(src|functions|widget)/|@azure/functions)',
    mayType: '^src/config\\.ts$',
  },
  {
    files: /^src\/adapters\/([^/]+)\//,
    // No port's adapters know another's; what asks an address that people entered shares one guard.
    may: '^src/(adapters/($1|public-network)|domain)/|^src/ports\\.ts$|^(?!(src|functions|widget)/|@azure/functions)',
    mayType: '^src/config\\.ts$',
  },
  {
    files: /^src\/hosts\/azure[\w-]*\.ts$/,
    may: '^src/(hosts|http|domain)/|^node:|^@azure/functions$',
    mayType: '^src/(services/|compose\\.ts$)',
  },
  {
    files: /^src\/hosts\//,
    may: '^src/(hosts|http|domain)/|^node:|^rou3$',
    mayType: '^src/(services/|compose\\.ts$|ports\\.ts$)',
  },
  {
    // The pages of the demo site's businesses are made of their documents.
    files: /^src\/web\/demo\//,
    may: '^src/(web/(demo|ui)|domain/(?!records/))|^(preact|marked$)',
    mayType: '^src/domain/records/|^node:http$',
  },
  {
    // A page imports the kit and never another page. Browser code has its own libraries, not the server's.
    files: /^src\/web\/([^/]+)\//,
    may: '^src/(web/($1|ui)|domain/(?!records/))|^widget/(document-links|initials|input-method|markdown|redrawn-image)\\.ts$|^(preact|lucide-static|uplot|html-escaper|@azure/msal-browser|@microsoft/teams-js)',
    mayType: '^src/(wire|services|http|domain/records)/|^src/ports\\.ts$|^node:http$|^zod-openapi$',
  },
  { files: /^src\/config[\w-]*\.ts$/, may: '^src/(config[\\w-]*\\.ts$|(wire|domain)/)|^zod' },
  {
    files: /^src\/compose[\w-]*(\/[\w-]+)?\.ts$/,
    may: '^src/(adapters|services|domain|compose)/|^src/(ports|compose|config[\\w-]*)\\.ts$|^node:',
  },
  {
    // The demo's shop signs and verifies tokens as a business does.
    files: /^functions\/local-(orders|order-api|shop)\.ts$/,
    may: '^functions/local-|^src/(?!adapters/)|^node:|^jose$',
  },
  { files: /^functions\/local[\w-]*\.ts$/, may: '^functions/|^src/(?!adapters/)|^node:' },
  {
    files: /^functions\/(start-)?(runtime|files|control-plane)\.ts$/,
    may: '^functions/|^src/(?!adapters/)|^node:|^@azure/functions$',
  },
  {
    files: /^functions\//,
    may: '^functions/(?!(local[\\w-]*|(start-)?(runtime|files|control-plane))\\.ts)|^src/(http|wire|web|domain)/|^zod',
  },
  { files: /^widget\/build\.ts$/, may: '^((esbuild|terser)$|node:)' },
  {
    // A file is checked before it is sent by the rule of the service.
    files: /^widget\/fifth-file\//,
    may: '^widget/(?!build\\.ts)|^src/domain/(attachment-types|attachments|file-types)\\.ts$',
  },
  { files: /^widget\//, may: '^widget/(?!build\\.ts)', mayType: '^src/wire/' },
];

/** Modules that only one file may import. */
const RESERVED = [
  { word: /\bprocess\.env\b|\bfrom 'node:process'/, only: 'src/config.ts' },
  // The console of a visitor's browser is where the owner of a site looks, and the script has no other voice
  // there.
  {
    word: /\bconsole\.\w+\(/,
    only: 'src/adapters/telemetry/console.ts',
    but: /^widget\/(config|loader|loader-identity|on-page|widget)\.ts$/,
  },
];

const IMPORT = /^\s*(?:import|export)\s+(type\s)?(?:[^'";]*?\bfrom\s+)?'([^']+)'|\bimport\((\s*)'([^']+)'/gm;

/** Every breach of the rules, as `file:line what is wrong`. */
export function breaches(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const room = ROOMS.find(({ files: own }) => own.test(path));
    if (!room) return [`${path}:1 belongs to no room`];
    const at = (index: number) => `${path}:${text.slice(0, index).split('\n').length}`;
    const own = room.files.exec(path)?.[1] ?? '';
    const may = new RegExp(room.may.replaceAll('$1', own));
    const mayType = new RegExp(room.mayType ?? '^$');
    const imports = Array.from(text.matchAll(IMPORT)).flatMap((found) => {
      const [statement, typeOnly, named, , loaded] = found;
      const specifier = named ?? loaded ?? '';
      const target = specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier;
      if (may.test(target) || (typeOnly && mayType.test(target))) return [];
      return [`${at(found.index + statement.length)} must not import ${target}`];
    });
    const words = RESERVED.filter(({ only, but }) => path !== only && but?.test(path) !== true).flatMap(
      ({ word, only }) =>
        text.split('\n').flatMap((line, index) => {
          const comment = /^\s*(\/\/|\/?\*)/.test(line);
          return !comment && word.test(line) ? [`${path}:${index + 1} does what only ${only} may`] : [];
        }),
    );
    return [...imports, ...words];
  });
}

/**
 * The files that each file imports, of those given. Imports of types are erased before anything runs, so they
 * are left out. If `lazy` is false, lazy imports are left out, too.
 */
export function importsOf(
  files: readonly SourceFile[],
  { lazy }: { lazy: boolean },
): ReadonlyMap<string, readonly string[]> {
  const known = new Set(files.map(({ path }) => path));
  return new Map(
    files.map(({ path, text }) => {
      const found = Array.from(text.matchAll(IMPORT), ([, typeOnly, named, , loaded]) =>
        typeOnly ? undefined : (named ?? (lazy ? loaded : undefined)),
      );
      const targets = found.map((specifier = '') => posix.join(posix.dirname(path), specifier));
      return [path, targets.filter((target) => known.has(target))] as const;
    }),
  );
}

/** Every cycle of imports that are not lazy, as the path from a file back to itself. */
export function cycles(files: readonly SourceFile[]): string[] {
  const imports = importsOf(files, { lazy: false });
  const done = new Set<string>();
  function walk(path: string, trail: readonly string[]): string[] {
    if (trail.includes(path)) return [[...trail.slice(trail.indexOf(path)), path].join(' > ')];
    if (done.has(path)) return [];
    const found = (imports.get(path) ?? []).flatMap((next) => walk(next, [...trail, path]));
    done.add(path);
    return found;
  }
  return files.flatMap(({ path }) => walk(path, []));
}
