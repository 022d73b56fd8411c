import { resolve } from 'node:path';
import { compose } from '../src/compose.ts';
import type { RunningApp } from '../src/hosts/azure/running-app.ts';
import type { Timer } from '../src/http/timer.ts';
import { routesOf } from './groups.ts';
import type { StartedFiles } from './start-files.ts';
import { timers } from './timers.ts';

/**
 * How long after the first request background work starts, in milliseconds, so that a vault read and a report
 * do not delay the first visitors.
 */
const BACKGROUND_DELAY_MS = 30_000;

/**
 * Composes the runtime on top of the file services. Its files are in `appDir`. A relative knowledge folder is
 * below it, because the platform does not define the working directory.
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
  schedule.after(BACKGROUND_DELAY_MS, () => services.adminGate.start());
  schedule.after(BACKGROUND_DELAY_MS, services.reports.deployIfDue);
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
