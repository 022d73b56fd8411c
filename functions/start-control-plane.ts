import { composeControlPlane } from '../src/compose-control-plane.ts';
import { readControlPlaneConfig } from '../src/config/control-plane.ts';
import { environment } from '../src/config/config.ts';
import { PLATFORM_PROXIES, type RunningApp } from '../src/hosts/azure/running-app.ts';
import { handleUncaughtErrors, reportUncaughtErrors } from '../src/hosts/uncaught-errors.ts';
import type { ControlPlaneServices } from '../src/compose/services.ts';
import { controlPlaneRoutes } from './publisher/routes.ts';

/** Composes the control plane from the settings. Its files are in `appDir`. */
export async function startControlPlane(appDir: string): Promise<RunningApp<ControlPlaneServices>> {
  handleUncaughtErrors();
  const config = readControlPlaneConfig(environment, '.data');
  const { services, close } = await composeControlPlane(config, {
    version: __VERSION__,
    assetsDir: appDir,
  });
  reportUncaughtErrors(services.telemetry);
  return {
    endpointsOf: () => Promise.resolve(controlPlaneRoutes),
    services,
    trustedProxyHops: PLATFORM_PROXIES,
    hosts: [],
    close,
  };
}
