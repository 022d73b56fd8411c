import { azureCredential } from '../adapters/credential/azure.ts';
import type { Config } from '../config/config.ts';
import { lazy } from '../lib/caching.ts';
import { AppError } from '../core/errors.ts';
import type { Clock, SecretVault, UploadStorage } from '../ports.ts';

/** The configured vault, opened on first use, because no visitor's request needs it. */
export function openVault(
  { vault, cloud, clientId }: Pick<Config, 'vault' | 'cloud' | 'clientId'>,
  clock: Clock,
): SecretVault {
  const open = lazy(async (): Promise<SecretVault> => {
    if (vault.kind === 'file') {
      const { fileVault } = await import('../adapters/vault/file.ts');
      return fileVault(vault);
    }
    const { keyVault } = await import('../adapters/vault/key-vault.ts');
    return keyVault({
      url: vault.url,
      credential: azureCredential({ cloud, clientId, clock }).credential,
      clock,
    });
  });
  return {
    read: async (name) => (await open()).read(name),
    write: async (name, value) => (await open()).write(name, value),
    remove: async (name) => (await open()).remove(name),
  };
}

/** The configured file storage, opened on first use. */
export function openUploads(
  { uploads, cloud, clientId }: Pick<Config, 'uploads' | 'cloud' | 'clientId'>,
  clock: Clock,
): UploadStorage {
  const open = lazy(async (): Promise<UploadStorage> => {
    if (uploads.kind === 'off') throw new AppError('uploads-not-configured');
    if (uploads.kind === 'directory') {
      const { uploadDirectory } = await import('../adapters/uploads/directory.ts');
      return uploadDirectory(uploads);
    }
    const { blobUploads } = await import('../adapters/uploads/blob.ts');
    const { credential } = azureCredential({ cloud, clientId, clock });
    return blobUploads({ url: uploads.url, credential, clock });
  });
  return {
    putBlock: async (...of) => (await open()).putBlock(...of),
    blocks: async (...of) => (await open()).blocks(...of),
    isJoined: async (uploadId) => (await open()).isJoined(uploadId),
    join: async (...of) => (await open()).join(...of),
    async *read(...of) {
      yield* (await open()).read(...of);
    },
    remove: async (uploadId) => (await open()).remove(uploadId),
    find: async (uploadId) => (await open()).find(uploadId),
    removeFolder: async (folder) => (await open()).removeFolder(folder),
  };
}
