import { spawnSync } from 'node:child_process';

const TIMEOUT_MS = 120_000;

/** On Windows `az` is a batch file, which needs a shell. */
export const BY_SHELL = process.platform === 'win32';

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
  const { status, stdout } = spawnSync('az', [...parameters, '--output', 'json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: TIMEOUT_MS,
    shell: BY_SHELL,
  });
  return status === 0 && stdout.trim() !== '' ? (JSON.parse(stdout) as unknown) : undefined;
}
