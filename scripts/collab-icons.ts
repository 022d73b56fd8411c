import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { startChromium } from '../test/support/browser/chromium.ts';

const FOLDER = `${dirname(import.meta.dirname)}/src/web`;
const ACCENT = '#2f5bea';

/**
 * The icons of the Teams app in the required forms: the symbol in the middle half of a square, and its white
 * outline on a transparent background. The icons of the desk as a web app have the sizes that browsers
 * request. `symbol` is in pixels, `stroke` in 24ths of the symbol.
 */
const ICONS = [
  { file: 'app-package/color.png', size: 192, symbol: 104, stroke: 1.75, background: ACCENT },
  { file: 'app-package/outline.png', size: 32, symbol: 26, stroke: 2, background: 'transparent' },
  { file: 'desk/static/agent-desk-192.png', size: 192, symbol: 104, stroke: 1.75, background: ACCENT },
  { file: 'desk/static/agent-desk-512.png', size: 512, symbol: 277, stroke: 1.75, background: ACCENT },
];

async function symbolMarkup(): Promise<string> {
  const path = createRequire(import.meta.url).resolve('lucide-static/icons/messages-square.svg');
  const svg = await readFile(path, 'utf8');
  return svg.slice(svg.indexOf('<path'), svg.lastIndexOf('</svg>'));
}

/** Draws the icons. They are checked in, so this runs only after a design change. */
async function main(): Promise<void> {
  const started = await startChromium();
  if (!started) throw new Error('There is no Chromium to draw with.');
  const { browser } = started;
  const symbol = await symbolMarkup();
  for (const { file, size, symbol: side, stroke, background } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size }, deviceScaleFactor: 1 });
    await page.setContent(`<body style="margin:0;display:grid;place-items:center;height:${size}px;background:${background}">
      <svg width="${side}" height="${side}" viewBox="0 0 24 24" fill="none" stroke="#fff" stroke-width="${stroke}"
        stroke-linecap="round" stroke-linejoin="round">${symbol}</svg></body>`);
    await writeFile(`${FOLDER}/${file}`, await page.screenshot({ omitBackground: true }));
  }
  await browser.close();
}

await main();
