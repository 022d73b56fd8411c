import { compose } from '../src/compose.ts';
import { environment, readConfig } from '../src/config.ts';
import { register } from '../src/hosts/azure.ts';
import { routes } from './routes.ts';

/** Visitors come first: a look into the vault costs more time than the first of them should wait. */
const ADMIN_START_MS = 30_000;

/** The cloud entry of the runtime. Importing it registers and does nothing else; the first request starts the rest. */
register(routes, async () => {
  const config = readConfig(environment);
  const { services, timers } = await compose(config, {
    version: __VERSION__,
    assetsDir: import.meta.dirname,
  });
  timers.after(ADMIN_START_MS, () => services.adminGate.start());
  return { services, trustedProxyHops: config.trustedProxyHops };
});
