import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { zip } from './zip.ts';

const ROOT = dirname(import.meta.dirname);
const INFRA = join(ROOT, 'infra');

const { values } = parseArgs({
  options: {
    'control-plane-url': { type: 'string', default: '' },
    'control-plane-audience': { type: 'string', default: '' },
    /** The runtime’s package, and the output folder for the marketplace’s. */
    runtime: { type: 'string', default: join(ROOT, 'dist/runtime.zip') },
    out: { type: 'string', default: join(ROOT, 'dist') },
  },
});

/**
 * The template of the managed application, compiled by the installed Bicep; undefined where none is
 * installed.
 */
function mainTemplate(): Uint8Array | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'template-'));
  const out = join(folder, 'mainTemplate.json');
  const main = join(INFRA, 'main.bicep');
  try {
    spawnSync('bicep', ['build', main, '--outfile', out], { stdio: 'inherit' });
    if (!existsSync(out)) {
      spawnSync('az', ['bicep', 'build', '--file', main, '--outfile', out], { stdio: 'inherit' });
    }
    return existsSync(out) ? readFileSync(out) : undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The wizard with the publisher’s own URLs, which customers cannot change. */
function wizard(): Uint8Array {
  const ui = JSON.parse(readFileSync(join(INFRA, 'marketplace/createUiDefinition.json'), 'utf8')) as {
    parameters: { outputs: Record<string, string> };
  };
  ui.parameters.outputs['controlPlaneUrl'] = values['control-plane-url'];
  ui.parameters.outputs['controlPlaneAudience'] = values['control-plane-audience'];
  return Buffer.from(JSON.stringify(ui, undefined, 2));
}

const files = new Map<string, Uint8Array>([
  ['createUiDefinition.json', wizard()],
  ['viewDefinition.json', readFileSync(join(INFRA, 'marketplace/viewDefinition.json'))],
  ['runtime.zip', readFileSync(values.runtime)],
]);
const template = mainTemplate();
if (template) files.set('mainTemplate.json', template);
const name = template ? 'marketplace.zip' : 'marketplace.incomplete.zip';
writeFileSync(join(values.out, name), zip(files));
process.stdout.write(
  template ? `${name}\n` : `${name}: without mainTemplate.json, since there is no Bicep CLI here.\n`,
);
