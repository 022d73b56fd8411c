import { spawnSync } from 'node:child_process';
import * as z from 'zod';

/**
 * The compiler version for the templates. Other versions can have other rules and know newer API versions.
 */
export const BICEP_VERSION = '0.49.2';

/** The compiler's result for a file. */
export interface CompileResult {
  ok: boolean;
  /** The compiled template, also for a parameter file; empty after an error. */
  json: string;
  /** Errors and warnings, one per line; can be empty. */
  diagnostics: string;
}

/** A Bicep CLI on this machine: standalone, or in the Azure CLI. */
interface BicepCli {
  name: string;
  version: string;
  build(file: string): CompileResult;
  buildParams(file: string, environment: Record<string, string>): CompileResult;
}

type Verb = 'build' | 'build-params';

interface InstalledCli {
  name: string;
  version: readonly [command: string, ...parameters: string[]];
  compile: (verb: Verb, file: string) => [command: string, parameters: string[]];
}

const INSTALLED: readonly InstalledCli[] = [
  {
    name: 'bicep',
    version: ['bicep', '--version'],
    compile: (verb, file) => ['bicep', [verb, file, '--stdout']],
  },
  {
    name: 'az bicep',
    version: ['az', 'bicep', 'version'],
    compile: (verb, file) => ['az', ['bicep', verb, '--file', file, '--stdout']],
  },
];

/** The compiler's result for a parameter file. */
const WithParameters = z.object({ templateJson: z.string() });

/** The largest output, in bytes; compiled templates have a few hundred kilobytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Finds the Bicep CLI, preferably `BICEP_VERSION`; undefined if it is not installed. */
export function findBicep(): BicepCli | undefined {
  const found = INSTALLED.flatMap((installed) => {
    const version = versionOf(installed);
    return version === undefined ? [] : [cli(installed, version)];
  });
  return found.find(({ version }) => version === BICEP_VERSION) ?? found[0];
}

function versionOf({ version: [command, ...parameters] }: InstalledCli): string | undefined {
  const { status, stdout } = spawnSync(command, parameters, { encoding: 'utf8' });
  return status === 0 ? (/\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? 'unknown') : undefined;
}

function cli({ name, compile }: InstalledCli, version: string): BicepCli {
  const run = (verb: Verb, file: string, more: Record<string, string> = {}): CompileResult => {
    const [command, parameters] = compile(verb, file);
    const { status, stdout, stderr } = spawnSync(command, parameters, {
      encoding: 'utf8',
      env: { ...process.env, ...more },
      maxBuffer: MAX_BYTES,
    });
    return { ok: status === 0, json: stdout, diagnostics: stderr.trim() };
  };
  return {
    name,
    version,
    build: (file) => run('build', file),
    buildParams(file, environment) {
      const compiled = run('build-params', file, environment);
      if (!compiled.ok) return compiled;
      return { ...compiled, json: WithParameters.parse(JSON.parse(compiled.json)).templateJson };
    },
  };
}
