import { resolve } from 'node:path';
import { compose } from '../src/compose.ts';
import { environment, readConfig } from '../src/config.ts';
import type { Started } from '../src/hosts/azure.ts';
import { surviveErrors, reportSurvivedErrors } from '../src/hosts/surviving.ts';
import type { Timer } from '../src/http/timer.ts';
import { routes } from './routes.ts';
import { timers } from './timers/timers.ts';

/**
 * Background work starts this long after the first request: a vault read and a report must not delay the
 * first visitors.
 */
const AFTER_VISITORS_MS = 30_000;

/**
 * Composes the runtime from the settings, for the platform. Its files are in `appDir`; a relative knowledge
 * folder is below it, since the platform does not define the working folder of the process.
 */
export async function startRuntime(appDir: string): Promise<Started & { timers: readonly Timer[] }> {
  surviveErrors();
  const config = readConfig(environment);
  const { knowledgeDir } = config.assistant;
  const assistant = { ...config.assistant, knowledgeDir: resolve(appDir, knowledgeDir) };
  const {
    services,
    timers: schedule,
    prepare,
    close,
  } = await compose({ ...config, assistant }, { version: __VERSION__, assetsDir: appDir });
  reportSurvivedErrors(services.telemetry);
  schedule.after(AFTER_VISITORS_MS, () => services.adminGate.start());
  schedule.after(AFTER_VISITORS_MS, services.reports.deployIfDue);
  return {
    endpoints: routes,
    timers,
    services,
    trustedProxyHops: config.trustedProxyHops,
    hosts: config.hosts,
    prepare,
    close,
  };
}
