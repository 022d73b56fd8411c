import { bootstrapRuntime, type Bootstrap } from '../src/compose/bootstrap.ts';
import { environment, readAllowlist, readConfig, type Config } from '../src/config.ts';
import type { RunningApp } from '../src/hosts/azure.ts';
import { PLATFORM_PROXIES } from '../src/hosts/platform-proxies.ts';
import { handleUncaughtErrors, reportUncaughtErrors } from '../src/hosts/uncaught-errors.ts';
import type { Services } from '../src/compose.ts';
import type { FileServices } from '../src/services/platform/services.ts';
import { fileRoutes } from './visitor/file-routes.ts';

/** The services for the widget's files, which the rest of the runtime shares. */
export interface StartedFiles extends RunningApp<FileServices> {
  config: Config;
  first: Bootstrap;
  /** Called with the rest of the runtime once it has started. */
  onRestStarted: (services: Services) => void;
}

/**
 * Starts the services for the widget's files in `appDir`: settings and telemetry. Registered widgets are
 * found by the rest of the runtime.
 */
export function startFiles(appDir: string, rest: () => Promise<Services>): StartedFiles {
  handleUncaughtErrors();
  const config = readConfig(environment);
  const first = bootstrapRuntime(config, { version: __VERSION__, assetsDir: appDir });
  reportUncaughtErrors(first.services.telemetry);
  let started: Services | undefined;
  return {
    config,
    first,
    onRestStarted(services) {
      started = services;
    },
    endpointsOf: () => Promise.resolve(fileRoutes),
    services: {
      ...first.services,
      rateGate: { client: async (...of) => (await rest()).rateGate.client(...of) },
      emailIsOn: config.email.sender.kind !== 'off',
      // A new instance serves its first script without waiting for the store (ADR 31).
      switches: { isChatOff: async () => (await started?.switches.isChatOff()) ?? false },
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
