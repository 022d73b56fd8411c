import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { BICEP_VERSION, findBicep } from './bicep-cli.ts';

/**
 * Downloads the Bicep CLI of `BICEP_VERSION` unless it is installed, and prints the folder for the PATH;
 * progress goes to stderr. If it cannot be downloaded, it prints nothing and succeeds: the template test
 * reports that, and fails in CI.
 */
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/bicep', BICEP_VERSION);
const TIMEOUT_MS = 180_000;

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'osx', win32: 'win' };
const runtime = `${SYSTEMS[process.platform] ?? process.platform}-${process.arch}`;
const executable = process.platform === 'win32' ? 'bicep.exe' : 'bicep';

const succeeds = (command: string, ...parameters: string[]) =>
  spawnSync(command, parameters, { stdio: ['ignore', 'ignore', 'inherit'], timeout: TIMEOUT_MS }).status ===
  0;

/** Restores the compiler's NuGet package. */
function fromNuGet(): string | undefined {
  const name = `Azure.Bicep.CommandLine.${runtime}`;
  const project = mkdtempSync(join(tmpdir(), 'bicep-'));
  writeFileSync(
    join(project, 'bicep.csproj'),
    `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>net$(BundledNETCoreAppTargetFrameworkVersion)</TargetFramework>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="${name}" Version="${BICEP_VERSION}" ExcludeAssets="all" />
  </ItemGroup>
</Project>
`,
  );
  try {
    if (!succeeds('dotnet', 'restore', project, '--packages', CACHE)) return undefined;
    const folder = join(CACHE, name.toLowerCase(), BICEP_VERSION, 'tools');
    // NuGet packages contain no file permissions.
    chmodSync(join(folder, executable), 0o755);
    return folder;
  } finally {
    rmSync(project, { recursive: true });
  }
}

function fromAzureCli(): string | undefined {
  return succeeds('az', 'bicep', 'install', '--version', `v${BICEP_VERSION}`)
    ? join(homedir(), '.azure', 'bin')
    : undefined;
}

async function fromRelease(): Promise<string | undefined> {
  const file = process.platform === 'win32' ? `bicep-${runtime}.exe` : `bicep-${runtime}`;
  const url = `https://github.com/Azure/bicep/releases/download/v${BICEP_VERSION}/${file}`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) return undefined;
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(join(CACHE, executable), await answer.bytes());
  chmodSync(join(CACHE, executable), 0o755);
  return CACHE;
}

const say = (text: string) => process.stderr.write(`${text}\n`);
const found = findBicep();
if (found?.version === BICEP_VERSION) {
  say(`Bicep ${BICEP_VERSION}: installed (${found.name})`);
} else {
  const ways = [
    ['NuGet', fromNuGet],
    ['the Azure CLI', fromAzureCli],
    ['its release', () => fromRelease().catch(() => undefined)],
  ] as const;
  let folder: string | undefined;
  for (const [way, fetched] of ways) {
    folder = await fetched();
    if (folder === undefined) continue;
    say(`Bicep ${BICEP_VERSION}: from ${way}, in ${folder}`);
    process.stdout.write(`${folder}\n`);
    break;
  }
  if (folder === undefined) say(`Bicep ${BICEP_VERSION}: neither installed nor to be had`);
}
