import { compose } from '../src/compose.ts';
import { environment, readConfig } from '../src/config.ts';
import { register } from '../src/hosts/azure.ts';
import { routes } from './routes.ts';

/** The cloud entry of the runtime. Importing it registers and does nothing else; the first request starts the rest. */
register(routes, async () => {
  const config = readConfig(environment);
  const { services } = await compose(config, { version: __VERSION__, assetsDir: import.meta.dirname });
  return { services, trustedProxyHops: config.trustedProxyHops };
});
