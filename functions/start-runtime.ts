import { resolve } from 'node:path';
import { compose } from '../src/compose.ts';
import type { RunningApp } from '../src/hosts/azure.ts';
import type { Timer } from '../src/http/timer.ts';
import { routesOf } from './groups.ts';
import type { StartedFiles } from './start-files.ts';
import { timers } from './timers/timers.ts';

/**
 * Background work starts this long after the first request: a vault read and a report must not delay the
 * first visitors.
 */
const AFTER_VISITORS_MS = 30_000;

/**
 * Composes the runtime for the platform, on what was started for files. Its own files are in `appDir`; a
 * relative knowledge folder is below it, since the platform does not define the process's working folder.
 */
export async function startRuntime(
  appDir: string,
  { config, first, trustedProxyHops, hosts }: StartedFiles,
): Promise<RunningApp & { timers: readonly Timer[] }> {
  const { knowledgeDir } = config.assistant;
  const folder = knowledgeDir === '' ? '' : resolve(appDir, knowledgeDir);
  const assistant = { ...config.assistant, knowledgeDir: folder };
  const {
    services,
    timers: schedule,
    prepare,
    close,
  } = await compose({ ...config, assistant }, { version: __VERSION__, assetsDir: appDir, first });
  schedule.after(AFTER_VISITORS_MS, () => services.adminGate.start());
  schedule.after(AFTER_VISITORS_MS, services.reports.deployIfDue);
  return {
    endpointsOf: ({ group = '' }) => routesOf(group),
    timers,
    services,
    trustedProxyHops,
    hosts,
    prepare,
    close,
  };
}
