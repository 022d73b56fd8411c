import { startCloud, type CloudOptions } from '../../fakes/cloud.ts';
import type { CosmosServer } from '../../fakes/cosmos-server.ts';
import { dataFolder } from '../../support/files/data-folder.ts';
import type { Composition } from '../../support/service/service.ts';

/** The parts that processes of one deployment share, and the settings for them. */
export interface Deployment {
  settings: Readonly<Record<string, string>>;
  /** Their telemetry; empty if it goes to their console. */
  telemetry(): string;
  /** The ports of the components, to which they connect in addition to those in a test's settings. */
  ports: readonly string[];
  /** The store of the composition in a cloud. */
  cosmos?: CosmosServer;
  remove(): Promise<void>;
}

/** A deployment with nothing in it: a folder, or a cloud. */
export async function emptyDeployment(
  composition: Composition,
  inCloud: CloudOptions = {},
): Promise<Deployment> {
  if (composition === 'embedded') {
    const { dataDir, close } = await dataFolder();
    return { settings: { DATA_DIR: dataDir }, telemetry: () => '', ports: [], remove: close };
  }
  const { settings, worker, insights, cosmos, close } = await startCloud(inCloud);
  const addresses = [...Object.values(settings), ...Object.values(worker)].join(' ');
  return {
    settings: { ...settings, ...worker },
    telemetry: insights.received,
    ports: [...new Set(addresses.match(/(?<=127\.0\.0\.1:)\d+/g))],
    cosmos,
    remove: close,
  };
}
