import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { expect, it } from 'vitest';
import { launcherConfig } from '../../src/widgets/records/widget.ts';
import { publicConfig } from '../../src/widgets/rules/widgets.ts';
import { widgetFramePage } from '../../src/web/widget-frame/page.tsx';
import {
  frameCode,
  identityCode,
  linkCode,
  loaderCode,
  moduleCode,
  proactiveCode,
} from './support/bundle.ts';

const bytes = (text: string) => gzipSync(text, { level: 9 }).length;

it('the script of a registered widget, style sheet included, is at most 5 200 bytes gzip', async () => {
  const config = launcherConfig({ branding: { title: 'Acme help', color: '#0f766e' } });
  const served = `(${await loaderCode()})(${JSON.stringify(config)},[]);`;
  expect(bytes(served)).toBeLessThanOrEqual(5200);
});

it('the part for sites with a login of their own adds at most 850 bytes gzip', async () => {
  expect(bytes(await identityCode())).toBeLessThanOrEqual(850);
});

it('the part for links of e-mails adds at most 300 bytes gzip', async () => {
  expect(bytes(await linkCode())).toBeLessThanOrEqual(300);
});

it('the part for proactive messages adds at most 2 900 bytes gzip, without their texts', async () => {
  const loader = await loaderCode();
  const messages = `(${await proactiveCode()})({"messages":[]})`;
  const added = bytes(`(${loader})({},[${messages}]);`) - bytes(`(${loader})({},[]);`);
  expect(added).toBeLessThanOrEqual(2900);
});

it('the page in its frame, with its scripts and its styles, is at most 25 100 bytes gzip', async () => {
  const id = '11111111-1111-4111-8111-111111111111';
  const page = widgetFramePage({
    nonce: 'abc',
    config: publicConfig({ id, branding: { title: 'Acme help', color: '#0f766e' } }),
    origins: ['https://shop.example.com'],
  });
  const tokens = new URL('../../src/web/widget-frame/page.css', import.meta.url);
  const styles = await transform(await readFile(tokens, 'utf8'), { loader: 'css', minify: true });
  expect(
    bytes(page) + bytes(styles.code) + bytes(await frameCode()) + bytes(await moduleCode('panel.js')),
  ).toBeLessThanOrEqual(25_100);
});

it('the script is one function, which the service can call', async () => {
  const code = await loaderCode();
  const { code: called } = await transform(`(${code})(null,[]);`, { minify: true });
  expect(called.length).toBeGreaterThan(1000);
  expect(code).not.toMatch(/;\s*$/);
});

it.each([
  ['script', loaderCode],
  ['part for identities', identityCode],
  ['part for links of e-mails', linkCode],
  ['part for proactive messages', proactiveCode],
  ['page', frameCode],
])(
  'the %s reads no HTML, evaluates nothing, sets no cookie and posts to no one in particular',
  async (_name, code) => {
    expect(await code()).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|DOMParser|\beval\b|new Function|document\.cookie|"\*"/,
    );
  },
);
