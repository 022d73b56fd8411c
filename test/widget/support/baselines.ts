import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { format } from 'prettier';
import * as z from 'zod';
import { PATIENCE_MS } from '../../support/vitest/patience.ts';
import { structureDifferences, Structure, structureOf, type Wrapping } from './structure.ts';

const FOLDER = join(import.meta.dirname, '../baselines');
/** The folder of the pictures of a failed comparison, with the differences in red. Git ignores it. */
const RESULTS = join(import.meta.dirname, '../../../test-results/widget');

/** The facts that decide how the same page is drawn: the browser, its fonts, and how it smooths edges. */
const Fingerprint = z.object({ browser: z.string(), drawing: z.string() });
type Fingerprint = z.infer<typeof Fingerprint>;

/** Letters in the sizes and weights of the widget, a round corner, an icon and a shadow. */
const PROBE = `<!doctype html><body style="margin:0;font:15px/1.45 system-ui">
  <p style="margin:8px">Hamburgefonstiv 0123456789 äéß <b style="font-weight:600">Anna?</b> <small style="font-size:13px">quiet</small></p>
  <div style="margin:8px;width:120px;height:40px;border-radius:12px;background:#2f5bea;box-shadow:0 6px 24px #0003"></div>
  <svg width="24" height="24" fill="none" stroke="#14171d" stroke-width="1.5"><circle cx="12" cy="12" r="9"/></svg>`;

/** How this machine draws, taken from a separate page. */
async function fingerprintOf(page: Page): Promise<Fingerprint> {
  const probe = await page.context().newPage();
  await probe.setViewportSize({ width: 480, height: 160 });
  await probe.setContent(PROBE);
  const { data } = PNG.sync.read(await probe.screenshot());
  await probe.close();
  const drawing = createHash('sha256').update(data).digest('hex');
  return { browser: page.context().browser()?.version() ?? '', drawing };
}

/** Pixels that may differ in a picture. The same machine draws the same ones; a letter has more. */
const TOLERANCE_PIXELS = 20;

/** How many pixels differ, and where; all of them where the sizes do. */
export function pixelDifference(stored: PNG, now: PNG): { count: number; picture: PNG } {
  const { width, height } = now;
  const picture = new PNG({ width, height });
  if (stored.width !== width || stored.height !== height) return { count: width * height, picture };
  return { count: pixelmatch(stored.data, now.data, picture.data, width, height), picture };
}

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
const writeJson = async (name: string, value: unknown) =>
  writeFileSync(join(FOLDER, name), await format(JSON.stringify(value), { parser: 'json', printWidth: 110 }));

/** The stored pictures of the widget, which a page is compared with, or which are renewed by it. */
interface Baselines {
  /** Why no pixels are compared on this machine, if they are not. */
  withoutPixels: string | undefined;
  /** Compares what is shown now once it is at rest; a difference is kept for `differences`. */
  look(name: string, root: Locator, wrapping?: Wrapping): Promise<void>;
  /** The differences from the stored pictures, in words. */
  differences: string[];
}

/** The baselines, for a browser that is there; with `renew` they are written. */
export async function baselines(page: Page, { renew }: { renew: boolean }): Promise<Baselines> {
  const here = await fingerprintOf(page);
  if (renew) await writeJson('fingerprint.json', here);
  const there = Fingerprint.parse(readJson('fingerprint.json'));
  const isSame = here.browser === there.browser && here.drawing === there.drawing;
  const differences: string[] = [];

  const shoot = async (root: Locator, wrapping?: Wrapping) => {
    await page.mouse.move(0, 0);
    const bytes = await root.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' });
    return { bytes, picture: PNG.sync.read(bytes), structure: await structureOf(root, wrapping) };
  };
  const compare = (name: string, { bytes, picture, structure }: Awaited<ReturnType<typeof shoot>>) => {
    const found = structureDifferences(Structure.parse(readJson(`${name}.json`)), structure);
    if (!isSame) return found;
    const stored = PNG.sync.read(readFileSync(join(FOLDER, `${name}.png`)));
    const { count, picture: difference } = pixelDifference(stored, picture);
    if (count <= TOLERANCE_PIXELS) return found;
    mkdirSync(RESULTS, { recursive: true });
    writeFileSync(join(RESULTS, `${name}.png`), bytes);
    writeFileSync(join(RESULTS, `${name}-difference.png`), PNG.sync.write(difference));
    return [...found, `${count} pixels differ: test-results/widget/${name}-difference.png`];
  };
  /** Two pictures in a row are the same: nothing moves any more. */
  const settled = async (root: Locator, wrapping?: Wrapping) => {
    for (let before = await shoot(root, wrapping); ;) {
      const after = await shoot(root, wrapping);
      if (after.bytes.equals(before.bytes)) return after;
      before = after;
    }
  };

  return {
    withoutPixels: isSame
      ? undefined
      : `No pixels were compared, only places, sizes and colors: the pictures were made by ` +
        `Chromium ${there.browser} with other fonts or another version than Chromium ${here.browser} here.`,
    differences,
    async look(name, root, wrapping) {
      if (renew) {
        const { picture, structure } = await settled(root, wrapping);
        writeFileSync(
          join(FOLDER, `${name}.png`),
          PNG.sync.write(picture, { colorType: 2, deflateLevel: 9 }),
        );
        await writeJson(`${name}.json`, structure);
        return;
      }
      if (!existsSync(join(FOLDER, `${name}.json`))) {
        differences.push(`${name}: has no baseline`);
        return;
      }
      // A part of the page may come late on a busy machine; after one difference the rest is not waited for.
      const untilMs = performance.now() + (differences.length > 0 ? 0 : PATIENCE_MS);
      for (;;) {
        const found = compare(name, await shoot(root, wrapping));
        if (found.length === 0) return;
        if (performance.now() > untilMs) return void differences.push(...found.map((it) => `${name}: ${it}`));
      }
    },
  };
}
