import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DEFENCES, type Defence } from './defences.ts';

// Breaks each defence of `defences.ts` in a copy of the project, and fails if its tests still pass.
const ROOT = dirname(import.meta.dirname);

/** Removes a defence from a file's text. Throws unless it is there exactly once. */
export function withoutDefence(text: string, { file, find, replace }: Defence): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${file} has this ${parts.length - 1} times: ${find}`);
  return parts.join(replace);
}

function copyOfProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'defences-'));
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  for (const file of files.filter(Boolean)) cpSync(join(ROOT, file), join(folder, file));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Whether a test fails without the defence. */
function isNoticed(folder: string, defence: Defence): boolean {
  const path = join(folder, defence.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, withoutDefence(text, defence));
  try {
    const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
    const command = [vitest, 'run', '--bail=1', '--reporter=dot', ...defence.tests];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: folder,
      encoding: 'utf8',
    });
    // A compile error or a missing file proves nothing.
    return status !== 0 && `${stdout}${stderr}`.includes('Failed Tests');
  } finally {
    writeFileSync(path, text);
  }
}

if (import.meta.main) {
  const [only] = process.argv.slice(2);
  const folder = copyOfProject();
  let unnoticed = 0;
  for (const defence of DEFENCES.filter(({ file }) => only === undefined || file.includes(only))) {
    const noticed = isNoticed(folder, defence);
    if (!noticed) unnoticed++;
    process.stdout.write(`${noticed ? 'noticed  ' : 'UNNOTICED'} ${defence.what} (${defence.file})\n`);
  }
  rmSync(folder, { recursive: true });
  process.stdout.write(`${unnoticed} of ${DEFENCES.length} defences can be broken without a red test.\n`);
  if (unnoticed > 0) process.exitCode = 1;
}
