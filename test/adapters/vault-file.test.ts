import { mkdir, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fileVault } from '../../src/adapters/vault/file.ts';
import { AppError } from '../../src/core/errors.ts';
import { secretVaultContract, type Breakage } from '../contracts/secret-vault.contract.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusal } from '../support/refusal.ts';

const Secret = z.object({ value: z.string() });

async function open() {
  const { dataDir, close } = await dataFolder();
  return {
    dataDir,
    vault: fileVault({ dataDir }),
    another: () => fileVault({ dataDir }),
    async readable(name: string) {
      const files = await readdir(join(dataDir, 'vault'), { recursive: true, withFileTypes: true });
      const own = files.filter((file) => file.isFile() && file.parentPath.includes(name));
      return await Promise.all(
        own.map(({ parentPath, name: file }) => readFile(join(parentPath, file), 'utf8')),
      ).then((texts) => texts.map((text) => Secret.parse(JSON.parse(text)).value));
    },
    close,
  };
}
type Setup = Awaited<ReturnType<typeof open>>;

/** Moves something of the vault away and puts something else in its place. */
function replaced(
  path: (setup: Setup, name: string) => string,
  by: (path: string) => Promise<unknown>,
): Breakage<Setup> {
  return async (setup, name) => {
    const there = path(setup, name);
    await rename(there, `${there}.away`);
    await by(there);
    return async () => {
      await rm(there, { recursive: true, force: true });
      await rename(`${there}.away`, there);
    };
  };
}

const fileOf = ({ dataDir }: Setup, name: string) => join(dataDir, 'vault', name, '1.json');
const folderOf = ({ dataDir }: Setup, name: string) => join(dataDir, 'vault', name);

secretVaultContract('A folder of files', open, {
  'a folder where the file should be': replaced(fileOf, (path) => mkdir(path)),
  'a file that ends too early': replaced(fileOf, async (path) => {
    await writeFile(path, '{"value":"on');
    await truncate(path, 5);
  }),
  'an empty file': replaced(fileOf, (path) => writeFile(path, '')),
  'a file of another form': replaced(fileOf, (path) => writeFile(path, '{"value":1}')),
  'a file that cannot be reached': replaced(fileOf, (path) => symlink(path, path)),
  'a file where the folder should be': replaced(folderOf, (path) => writeFile(path, '')),
});

describe('The file vault', () => {
  const setup = freshFixture(() => open());

  it('gives only the owner permission to read its files', async () => {
    await setup.vault.write('admin-key', 'one');
    const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    expect(await mode(join(setup.dataDir, 'vault'))).toBe('700');
    expect(await mode(folderOf(setup, 'admin-key'))).toBe('700');
    expect(await mode(fileOf(setup, 'admin-key'))).toBe('600');
  });

  it('keeps old versions and removes its temporary files', async () => {
    for (const value of ['one', 'two']) await setup.vault.write('admin-key', value);
    const folder = folderOf(setup, 'admin-key');
    expect((await readdir(folder)).toSorted()).toEqual(['1.json', '2.json']);
    expect(JSON.parse(await readFile(join(folder, '1.json'), 'utf8'))).toEqual({ value: 'one' });
  });

  it('sorts versions as numbers, not as text', async () => {
    for (let n = 1; n <= 11; n++) await setup.vault.write('admin-key', `value ${n}`);
    expect(await setup.vault.read('admin-key')).toEqual({ value: 'value 11', version: '11' });
  });

  it('ignores the unfinished version of a writer that crashed', async () => {
    await setup.vault.write('admin-key', 'one');
    const drafts = join(folderOf(setup, 'admin-key'), 'draft-x');
    await mkdir(drafts);
    await writeFile(join(drafts, '2.json'), '{"value":"tw');
    expect(await setup.vault.read('admin-key')).toEqual({ value: 'one', version: '1' });
  });

  it('is unavailable, not empty, if its folder was deleted', async () => {
    await rm(join(setup.dataDir, 'vault'), { recursive: true });
    expect(await refusal(setup.vault.read('admin-key'))).toBe('vault-unavailable');
  });

  it('never includes a secret in an error', async () => {
    await setup.vault.write('admin-key', 'one');
    await writeFile(fileOf(setup, 'admin-key'), 'top-secret-value');
    const error: unknown = await setup.vault.read('admin-key').catch((thrown: unknown) => thrown);
    const causes = error instanceof AppError ? [error, error.cause] : [];
    expect(causes.map(String)).toHaveLength(2);
    for (const each of causes) expect(String(each)).not.toContain('top-secret');
  });

  it('is unavailable if its folder cannot be created', async () => {
    const taken = join(setup.dataDir, 'taken');
    await writeFile(taken, '');
    expect(() => fileVault({ dataDir: taken })).toThrow(
      expect.objectContaining({ code: 'vault-unavailable' }),
    );
  });
});
