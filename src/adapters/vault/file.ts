import { mkdirSync } from 'node:fs';
import { link, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { AppError } from '../../core/errors.ts';
import type { SecretVault } from '../../ports.ts';

const StoredSecret = z.object({ value: z.string() });

/**
 * The embedded vault: a folder per secret, with a file per version, `1.json`, `2.json` …; the highest is
 * current. Only the owner can read them. Files are created atomically, and no two writers get the same
 * version, even across processes. Throws `vault-unavailable` if the folder cannot be created.
 */
export function fileVault({ dataDir }: { dataDir: string }): SecretVault {
  const root = join(dataDir, 'vault');
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unavailable(error);
  }

  /** The versions of a secret; empty if its folder does not exist. Throws if the vault is missing. */
  async function versionsOf(name: string): Promise<number[]> {
    const names = await readdir(root);
    if (!names.includes(name)) return [];
    const files = await readdir(join(root, name));
    return files.flatMap((file) => /^(\d+)\.json$/.exec(file)?.[1] ?? []).map(Number);
  }

  /** Creates a file atomically and syncs it to disk. Returns false if it exists already. */
  async function linkInto(folder: string, file: string, text: string): Promise<boolean> {
    const drafts = await mkdtemp(join(folder, 'draft-'));
    try {
      const draft = join(drafts, file);
      await writeFile(draft, text, { mode: 0o600, flush: true });
      await link(draft, join(folder, file));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    } finally {
      await rm(drafts, { recursive: true });
    }
    await syncFolder(folder);
    return true;
  }

  return {
    async read(name) {
      try {
        const newest = Math.max(0, ...(await versionsOf(name)));
        if (newest === 0) return undefined;
        const value = secretIn(await readFile(join(root, name, `${newest}.json`), 'utf8'));
        return { value, version: String(newest) };
      } catch (error) {
        throw unavailable(error);
      }
    },

    async write(name, value) {
      try {
        const folder = join(root, name);
        await mkdir(folder, { recursive: true, mode: 0o700 });
        let version = Math.max(0, ...(await versionsOf(name))) + 1;
        while (!(await linkInto(folder, `${version}.json`, JSON.stringify({ value })))) version++;
        return String(version);
      } catch (error) {
        throw unavailable(error);
      }
    },

    async remove(name) {
      try {
        await rm(join(root, name), { recursive: true, force: true });
        await syncFolder(root);
      } catch (error) {
        throw unavailable(error);
      }
    },
  };
}

function secretIn(text: string): string {
  try {
    return StoredSecret.parse(JSON.parse(text)).value;
  } catch {
    // The parser's error would contain the secret.
    throw new Error('The file does not hold a secret.');
  }
}

/**
 * Syncs a folder, so that a new entry survives a power loss. Windows does this automatically and has no such
 * call.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unavailable(cause: unknown): AppError {
  return new AppError('vault-unavailable', {}, { cause });
}
