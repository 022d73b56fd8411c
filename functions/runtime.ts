import { compose } from '../src/compose.ts';
import { environment, readConfig } from '../src/config.ts';
import { register, registerTimers } from '../src/hosts/azure.ts';
import { routes } from './routes.ts';
import { timers } from './timers/timers.ts';

/** Visitors come first: a look into the vault and a report cost more time than the first of them should wait. */
const AFTER_VISITORS_MS = 30_000;

/** The cloud entry of the runtime. Importing it registers and does nothing else; the first request starts the rest. */
const started = register(routes, async () => {
  const config = readConfig(environment);
  const { services, timers: schedule } = await compose(config, {
    version: __VERSION__,
    assetsDir: import.meta.dirname,
  });
  schedule.after(AFTER_VISITORS_MS, () => services.adminGate.start());
  schedule.after(AFTER_VISITORS_MS, services.reports.deployIfDue);
  return { services, trustedProxyHops: config.trustedProxyHops };
});
registerTimers(timers, started);
