import { spawnSync } from 'node:child_process';

const TIMEOUT_MS = 120_000;

/**
 * The parsed result of a command of the Azure CLI; undefined if the CLI is not installed, not signed in or
 * refuses. It says why itself, on stderr.
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
