import { spawnSync, type SpawnSyncOptions } from 'node:child_process';

const TIMEOUT_MS = 120_000;

/**
 * Runs the Azure CLI. On Windows `az` is a batch file, which needs a shell; between double quotes it takes a
 * parameter as it is, for example one with spaces.
 */
export function runAz(parameters: readonly string[], options: Pick<SpawnSyncOptions, 'stdio'> = {}) {
  const settings = { ...options, encoding: 'utf8', timeout: TIMEOUT_MS } as const;
  if (process.platform !== 'win32') return spawnSync('az', parameters, settings);
  const quoted = parameters.map((one) => `"${one}"`).join(' ');
  return spawnSync(`az ${quoted}`, { ...settings, shell: true });
}

/**
 * The subscription of azd's environment, as options of the Azure CLI: it can differ from the CLI's own. azd
 * provides its environment to hooks as variables.
 */
export function azdSubscription(): string[] {
  const id = process.env['AZURE_SUBSCRIPTION_ID'];
  return id ? ['--subscription', id] : [];
}

/**
 * Runs an Azure CLI command and parses its result. Undefined if the CLI is missing, not signed in or refuses;
 * it prints the reason to stderr.
 */
export function az(...parameters: string[]): unknown {
  const { status, stdout } = runAz([...parameters, '--output', 'json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return status === 0 && stdout.trim() !== '' ? (JSON.parse(stdout) as unknown) : undefined;
}
