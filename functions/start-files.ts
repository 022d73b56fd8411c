import { bootstrapRuntime, type Bootstrap } from '../src/compose/bootstrap.ts';
import { environment, readAllowlist, readConfig, type Config } from '../src/config/config.ts';
import { PLATFORM_PROXIES, type RunningApp } from '../src/hosts/azure/running-app.ts';
import { handleUncaughtErrors, reportUncaughtErrors } from '../src/hosts/uncaught-errors.ts';
import type { Services } from '../src/compose.ts';
import type { FileServices } from '../src/compose/services.ts';
import { fileRoutes } from './visitor/file-routes.ts';

/** The services for the widget's files, which the rest of the runtime shares. */
export interface StartedFiles extends RunningApp<FileServices> {
  config: Config;
  first: Bootstrap;
}

/**
 * Starts the services for the widget's files in `appDir`: settings and telemetry. The scripts of widgets
 * need the rest of the runtime, which has their settings.
 */
export function startFiles(appDir: string, rest: () => Promise<Services>): StartedFiles {
  handleUncaughtErrors();
  const config = readConfig(environment);
  const first = bootstrapRuntime(config, { version: __VERSION__, assetsDir: appDir });
  reportUncaughtErrors(first.services.telemetry);
  return {
    config,
    first,
    endpointsOf: () => Promise.resolve(fileRoutes),
    services: {
      ...first.services,
      rateGate: { client: async (...of) => (await rest()).rateGate.client(...of) },
      emailIsOn: config.email.sender.kind !== 'off',
      switches: { isChatOff: async () => (await rest()).switches.isChatOff() },
      defaultWidgets: { options: async () => (await rest()).defaultWidgets.options() },
      tagSightings: { note: async (...of) => (await rest()).tagSightings.note(...of) },
      scriptWidgets: { find: async (...of) => (await rest()).scriptWidgets.find(...of) },
    },
    trustedProxyHops: PLATFORM_PROXIES,
    hosts: config.hosts,
    close: first.services.telemetry.close,
  };
}

/**
 * The sites that may read why the service did not start. Read separately, because another setting may be
 * invalid.
 */
export const allowlist = () => readAllowlist(environment);
