import { spawnSync } from 'node:child_process';

const TIMEOUT_MS = 120_000;

/**
 * Runs an Azure CLI command and parses its result. Undefined if the CLI is missing, not signed in or refuses;
 * it prints the reason to stderr.
 */
export function az(...parameters: string[]): unknown {
  const { status, stdout } = spawnSync('az', [...parameters, '--output', 'json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: TIMEOUT_MS,
    // On Windows `az` is a batch file.
    shell: process.platform === 'win32',
  });
  return status === 0 && stdout.trim() !== '' ? (JSON.parse(stdout) as unknown) : undefined;
}
