import { AppError } from '../core/errors.ts';
import { derivedId } from '../lib/ids.ts';
import type { AgentApplication } from './records/agent-application.ts';
import type { Ports } from '../ports.ts';
import { collabManifest, collabTranslation } from './collab-manifest.ts';
import type { Deployment } from '../platform/deployment.ts';

type Dependencies = Pick<Ports, 'assets'> & {
  /** The application that agents sign in with; undefined if none is configured. */
  currentApplication: () => Promise<AgentApplication | undefined>;
  deployment: () => Promise<Deployment>;
};

/**
 * The Teams app package of this deployment: manifest, translation and icons. The build is reproducible, so
 * that a checksum shows changes.
 */
export function collabPackage({ currentApplication, deployment, assets }: Dependencies) {
  async function icon(name: string): Promise<Uint8Array> {
    const asset = await assets.read(`collab-package/${name}`);
    if (!asset) throw new Error('The icons of the Teams app are missing in the build.');
    return asset.bytes;
  }

  const appIdOf = async () => derivedId('teams-app', (await deployment()).id);

  return {
    /** The id of the app; undefined without an identity provider. */
    appId: async (): Promise<string | undefined> =>
      (await currentApplication()) ? await appIdOf() : undefined,
    /** The package for the service at an origin; throws `idp-not-configured`. */
    async zip(serviceOrigin: string): Promise<Uint8Array> {
      const application = await currentApplication();
      if (!application) throw new AppError('idp-not-configured');
      const { clientId } = application;
      const { zipSync, strToU8 } = await import('fflate');
      const { host } = new URL(serviceOrigin);
      const document = (value: object) => strToU8(`${JSON.stringify(value, undefined, 2)}\n`);
      const appId = await appIdOf();
      return zipSync(
        {
          'manifest.json': document(collabManifest({ host, clientId, appId })),
          'de.json': document(collabTranslation()),
          'color.png': await icon('color.png'),
          'outline.png': await icon('outline.png'),
        },
        // Zip files store local times; this fixed local time makes the file reproducible in every time zone.
        { mtime: new Date(1980, 0, 1), level: 9 },
      );
    },
  };
}
