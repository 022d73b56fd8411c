import { composeControlPlane } from '../src/compose-control-plane.ts';
import { readControlPlaneConfig } from '../src/config-control-plane.ts';
import { environment } from '../src/config.ts';
import { register } from '../src/hosts/azure.ts';
import { controlPlaneRoutes } from './publisher/routes.ts';

/** The cloud entry of the publisher's control plane. Importing it registers; the first request starts the rest. */
register(controlPlaneRoutes, async () => {
  const config = readControlPlaneConfig(environment, '.data');
  const { services } = await composeControlPlane(config, __VERSION__);
  return { services, trustedProxyHops: config.trustedProxyHops };
});
