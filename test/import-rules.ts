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

/**
 * The areas of the product, in their order: an area imports only itself and those before it. A feature's
 * records, pure rules, services and `wire` are in its area.
 */
export const AREAS = [
  'platform',
  'access',
  'availability',
  'spending',
  'publisher',
  'conversations',
  'notifications',
  'knowledge',
  'websites',
  'assistants',
  'widgets',
  'actions',
  'chat',
  'desk',
  'email',
  'operations',
  'admin',
] as const;

/** Patterns of paths in some areas. */
const inAreas = (areas: readonly string[]) => `src/(${areas.join('|')})/`;
const pure = (areas: readonly string[]) => `${inAreas(areas)}(records|rules)/`;
const wire = (areas: readonly string[]) => `${inAreas(areas)}wire(/|\\.ts$)`;
const BASE = 'src/(core|languages|lib)/';

/** Records, rules and bodies reach no port, no clock and no module of Node but its hashes. */
function roomsOf(area: string, n: number): Room[] {
  const upTo = AREAS.slice(0, n + 1);
  return [
    {
      files: new RegExp(`^src/${area}/records/`),
      may: `^${BASE}|^${pure(upTo)}|^zod`,
    },
    {
      // An e-mail shows Markdown, with the links that an answer may have in the chat.
      files: new RegExp(`^src/${area}/rules/`),
      may: `^${BASE}|^${pure(upTo)}|^node:crypto$|^(tldts|html-escaper|image-dimensions)$${
        area === 'email' ? '|^widget/document-links\\.ts$|^marked$' : ''
      }`,
    },
    { files: new RegExp(`^src/${area}/wire(/|\\.ts$)`), may: `^${BASE}|^${pure(upTo)}|^${wire(upTo)}|^zod` },
    {
      // A service parses the small documents that it keeps in the ledger, hence zod; a status report has one
      // schema on both sides.
      files: new RegExp(`^src/${area}/`),
      may: `^${BASE}|^${inAreas(upTo)}(?!wire(/|\\.ts$))|^src/ports\\.ts$|^src/publisher/wire/reports\\.ts$|^zod|^(diff|fflate)$|^node:(crypto|util)$`,
    },
  ];
}

/** A file belongs to the first room that names it. */
const ROOMS: readonly Room[] = [
  { files: /^src\/languages\//, may: '^src/languages/' },
  { files: /^src\/core\//, may: '^src/core/', mayType: `^${pure(AREAS)}` },
  {
    files: /^src\/lib\//,
    may: '^src/lib/|^zod|^node:crypto$|^(ipaddr\\.js|chardet|html-escaper|image-dimensions|tldts)$',
  },
  ...AREAS.flatMap(roomsOf),
  { files: /^src\/ports(\.ts$|\/)/, may: '^$', mayType: `^${BASE}|^${pure(AREAS)}|^src/ports/` },
  {
    // The type of the services is inferred where they are wired.
    files: /^src\/http\//,
    may: `^src/http/|^${BASE}|^${inAreas(AREAS)}|^src/ports\\.ts$|^zod|^(html-escaper|negotiator)$|^node:(net|crypto)$`,
    mayType: '^src/compose(/services)?\\.ts$',
  },
  {
    // Answerers with and without a model look up the same documents and detect the same requests for a
    // person.
    files: /^src\/adapters\/(model|scripted)\//,
    may: `^src/adapters/($1|knowledge|scripted)/|^${BASE}|^${pure(AREAS)}|^src/ports\\.ts$|^(?!(src|functions|widget)/|@azure/functions)`,
    mayType: '^src/config/config\\.ts$',
  },
  {
    // The links that an answer may have are read by the grammar that shows it.
    files: /^src\/adapters\/(knowledge)\//,
    may: `^src/adapters/$1/|^${BASE}|^${pure(AREAS)}|^src/ports\\.ts$|^widget/markdown\\.ts$|^(?!(src|functions|widget)/|@azure/functions)`,
    mayType: '^src/config/config\\.ts$',
  },
  {
    files: /^src\/adapters\/([^/]+)\//,
    // No port's adapters know another's; what asks an address that people entered shares one guard.
    may: `^src/adapters/($1|public-network)/|^${BASE}|^${pure(AREAS)}|^src/ports\\.ts$|^(?!(src|functions|widget)/|@azure/functions)`,
    mayType: '^src/config/config\\.ts$',
  },
  {
    files: /^src\/hosts\/azure\//,
    may: `^src/(hosts|http)/|^${BASE}|^${pure(AREAS)}|^node:|^@azure/functions$`,
    mayType: `^${inAreas(AREAS)}|^src/compose(/services)?\\.ts$`,
  },
  {
    files: /^src\/hosts\//,
    may: `^src/(hosts|http)/|^${BASE}|^${pure(AREAS)}|^node:|^rou3$`,
    mayType: `^${inAreas(AREAS)}|^src/(ports|compose(/services)?)\\.ts$`,
  },
  {
    // The pages of the demo site's businesses are made of their documents.
    files: /^src\/web\/demo\//,
    may: `^src/web/(demo|ui)/|^${BASE}|^${inAreas(AREAS)}rules/|^(preact|marked$)`,
    mayType: `^${pure(AREAS)}|^node:http$`,
  },
  {
    // A page imports the kit and never another page. Browser code has its own libraries, not the server's.
    files: /^src\/web\/([^/]+)\//,
    may: `^src/web/($1|ui)/|^${BASE}|^${inAreas(AREAS)}rules/|^widget/(document-links|initials|input-method|markdown|redrawn-image)\\.ts$|^(preact|lucide-static|uplot|html-escaper|@azure/msal-browser|@microsoft/teams-js)`,
    mayType: `^${inAreas(AREAS)}|^src/http/|^src/ports\\.ts$|^node:http$|^zod-openapi$`,
  },
  { files: /^src\/config\//, may: `^src/config/|^${BASE}|^${pure(AREAS)}|^${wire(AREAS)}|^zod` },
  {
    files: /^src\/compose[\w-]*(\/[\w-]+)?\.ts$/,
    may: `^src/(adapters|compose|config)/|^${BASE}|^${inAreas(AREAS)}|^src/(ports|compose)\\.ts$|^node:`,
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
    may: `^functions/(?!(local[\\w-]*|(start-)?(runtime|files|control-plane))\\.ts)|^src/(http|web)/|^${BASE}|^${pure(AREAS)}|^${wire(AREAS)}|^zod`,
  },
  {
    files: /^widget\/(build|bundle)\.ts$/,
    may: '^((esbuild|rolldown|terser)$|node:)|^widget/(bundle|panel/modules)\\.ts$',
  },
  {
    // A file is checked before it is sent by the rule of the service.
    files: /^widget\/files\//,
    may: '^widget/(?!(build|bundle)\\.ts)|^src/conversations/rules/attachment(s|-types)\\.ts$|^src/lib/file-types\\.ts$',
  },
  { files: /^widget\//, may: '^widget/(?!(build|bundle)\\.ts)', mayType: `^${wire(AREAS)}` },
];

/** Modules that only one file may import. */
const RESERVED = [
  { word: /\bprocess\.env\b|\bfrom 'node:process'/, only: 'src/config/config.ts' },
  // The console of a visitor's browser is where the owner of a site looks, and the script has no other voice
  // there.
  {
    word: /\bconsole\.\w+\(/,
    only: 'src/adapters/telemetry/console.ts',
    but: /^widget\/(launcher\/identity-part|stub\/(config|index|on-page|registered))\.ts$/,
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
