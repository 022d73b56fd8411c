import { spawnSync } from 'node:child_process';

/** What the compiler made of a file: its JSON, and everything that it had to say. */
export interface Compiled {
  ok: boolean;
  /** The compiled template; empty where only parameters were checked. */
  json: string;
  /** Errors and warnings, one a line; empty where there are none. */
  diagnostics: string;
}

/** The Bicep CLI of this machine: of its own, or within the Azure CLI. */
export interface BicepCli {
  name: string;
  build(file: string): Compiled;
  buildParams(file: string, environment: Record<string, string>): Compiled;
}

/** A compiled template is a few hundred kilobytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Finds the Bicep CLI; undefined where there is none. */
export function findBicep(): BicepCli | undefined {
  if (runs('bicep', ['--version'])) {
    return cli('bicep', (verb, file) => ['bicep', [verb, file, '--stdout']]);
  }
  if (runs('az', ['bicep', 'version'])) {
    return cli('az bicep', (verb, file) => ['az', ['bicep', verb, '--file', file, '--stdout']]);
  }
  return undefined;
}

function runs(command: string, parameters: readonly string[]): boolean {
  return spawnSync(command, parameters, { stdio: 'ignore' }).status === 0;
}

type Invocation = (verb: 'build' | 'build-params', file: string) => [command: string, parameters: string[]];

function cli(name: string, invocation: Invocation): BicepCli {
  const run = (verb: 'build' | 'build-params', file: string, more: Record<string, string> = {}): Compiled => {
    const [command, parameters] = invocation(verb, file);
    const { status, stdout, stderr } = spawnSync(command, parameters, {
      encoding: 'utf8',
      env: { ...process.env, ...more },
      maxBuffer: MAX_BYTES,
    });
    return { ok: status === 0, json: stdout, diagnostics: stderr.trim() };
  };
  return {
    name,
    build: (file) => run('build', file),
    buildParams: (file, environment) => run('build-params', file, environment),
  };
}
