import { AppError } from '../../domain/errors.ts';
import { derivedId } from '../../domain/ids.ts';
import type { Assets } from '../../ports.ts';
import { collabManifest, collabTranslation } from './collab-manifest.ts';
import type { Deployment } from './deployment.ts';

export interface CollabPackage {
  /** The package for the service as it is reached at an origin; `idp-not-configured` without an identity provider. */
  zip(serviceOrigin: string): Promise<Uint8Array>;
}

interface Dependencies {
  /** The identity-provider application, a UUID; undefined where none is set up. */
  clientId: string | undefined;
  deployment: () => Promise<Deployment>;
  assets: Assets;
}

/**
 * The Teams app of this deployment: manifest, translation and icons. The same deployment always gives the same bytes, so
 * that a checksum tells whether anything has changed.
 */
export function collabPackage({ clientId, deployment, assets }: Dependencies): CollabPackage {
  async function icon(name: string): Promise<Uint8Array> {
    const asset = await assets.read(`collab-package/${name}`);
    if (!asset) throw new Error('The icons of the Teams app are missing in the build.');
    return asset.bytes;
  }

  return {
    async zip(serviceOrigin) {
      if (clientId === undefined) throw new AppError('idp-not-configured');
      const { zipSync, strToU8 } = await import('fflate');
      const { id } = await deployment();
      const { host } = new URL(serviceOrigin);
      const document = (value: object) => strToU8(`${JSON.stringify(value, undefined, 2)}\n`);
      const appId = derivedId('teams-app', id);
      return zipSync(
        {
          'manifest.json': document(collabManifest({ host, clientId, appId })),
          'de.json': document(collabTranslation()),
          'color.png': await icon('color.png'),
          'outline.png': await icon('outline.png'),
        },
        // A zip knows local time alone and begins in 1980; the very first moment is the same everywhere.
        { mtime: new Date(1980, 0, 1), level: 9 },
      );
    },
  };
}
