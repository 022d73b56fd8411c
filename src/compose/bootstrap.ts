import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { directoryAssets } from '../adapters/assets/directory.ts';
import { azureCredential } from '../adapters/credential/azure.ts';
import { random, requestBudgets, systemClock } from '../adapters/system/node.ts';
import { appInsightsTelemetry } from '../adapters/telemetry/app-insights.ts';
import { consoleTelemetry } from '../adapters/telemetry/console.ts';
import type { Config } from '../config/config.ts';
import { lazy } from '../lib/caching.ts';
import type { Allowlist } from '../conversations/rules/origin.ts';
import { RELEASES_LIST, WidgetReleases } from '../widgets/records/widget-release.ts';
import type { Assets, Clock, Telemetry } from '../ports.ts';

/** Replacements for tests and benchmarks: a clock that is moved, a recording telemetry. */
export interface Replacements {
  clock?: Clock;
  telemetry?: Telemetry;
}

interface BootstrapOptions {
  version: string;
  /** The folder with the built files and the modules of threads. */
  assetsDir: string;
  allowlist: Allowlist;
  /** The offset of the local host's clock. */
  clockOffsetHours?: number;
  replace?: Replacements;
}

/**
 * The parts that an instance opens first: clocks, telemetry and the built files. Nothing here loads an SDK.
 */
export type Bootstrap = ReturnType<typeof bootstrap>;

export function bootstrap(
  config: Pick<Config, 'cloud' | 'clientId' | 'telemetry'>,
  { version, assetsDir, allowlist, clockOffsetHours = 0, replace = {} }: BootstrapOptions,
) {
  const realClock = replace.clock ?? systemClock(clockOffsetHours);
  const requestBudget = requestBudgets(realClock);
  const clock = requestBudget.bounded(realClock);
  const telemetry = replace.telemetry ?? openTelemetry(config, clock, assetsDir);
  const assets = directoryAssets(assetsDir);
  return {
    /** Tokens that another system issues or verifies use the real time, without the local host's offset. */
    tokenClock: requestBudget.bounded(replace.clock ?? systemClock(0)),
    assetsDir,
    services: {
      ...{ version, allowlist, clock, random, telemetry, requestBudget, assets },
      widgetReleases: lazy(() => releasesIn(assets)),
    },
  };
}

/** The same for the runtime: all that the widget's files need, which an instance answers before the rest. */
export function bootstrapRuntime(
  config: Config,
  options: Pick<BootstrapOptions, 'version' | 'assetsDir' | 'replace'>,
): Bootstrap {
  const clockOffsetHours = config.cloud ? 0 : config.local.clockOffsetHours;
  return bootstrap(config, { ...options, allowlist: config.allowlist, clockOffsetHours });
}

/** The releases of the widget that this deployment serves; empty without a build. */
async function releasesIn(assets: Assets): Promise<WidgetReleases> {
  const list = await assets.read(RELEASES_LIST);
  return list ? WidgetReleases.parse(JSON.parse(Buffer.from(list.bytes).toString())) : [];
}

function openTelemetry(
  { telemetry, cloud, clientId }: Pick<Config, 'telemetry' | 'cloud' | 'clientId'>,
  clock: Clock,
  assetsDir: string,
): Telemetry {
  if (telemetry.kind === 'console') return consoleTelemetry(telemetry.level, clock);
  const worker = pathToFileURL(join(assetsDir, 'telemetry-worker.js'));
  const { connectionString } = telemetry;
  if (!cloud) return appInsightsTelemetry({ connectionString, clock, worker });
  // In the cloud the resource only accepts telemetry from the managed identity.
  const { credential } = azureCredential({ cloud, clientId, clock });
  return appInsightsTelemetry({ connectionString, credential, clock, worker });
}
