import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { compressedPaths, hashOf } from '../../src/adapters/assets/compression.ts';
import { integrityOf, withEarlierReleases } from '../../scripts/earlier-releases.ts';
import { WidgetReleases } from '../../src/widgets/records/widget-release.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const versionOf = (number: number) => `0.${number}.0-00000${number}`;

/** The files of a package whose current version is the first one. */
function files(...numbers: number[]): Map<string, Uint8Array> {
  const list = numbers.map((number) => ({
    version: versionOf(number),
    integrity: integrityOf(`script ${number}`),
  }));
  return new Map([
    ['widget-releases/releases.json', bytes(JSON.stringify(list))],
    ['runtime.js', bytes(`runtime ${numbers[0]}`)],
    ...numbers.map((n) => [`widget-releases/${versionOf(n)}/widget.js`, bytes(`script ${n}`)] as const),
    ...numbers.map((n) => [`widget-releases/${versionOf(n)}/de.json`, bytes(`texts ${n}`)] as const),
  ]);
}

const packaged = (content: Map<string, Uint8Array>) => zipSync(Object.fromEntries(content));
const textOf = (content: Map<string, Uint8Array>, path: string) =>
  Buffer.from(content.get(path) ?? '').toString();
const listed = (content: Map<string, Uint8Array>) =>
  WidgetReleases.parse(JSON.parse(textOf(content, 'widget-releases/releases.json'))).map(
    ({ version }) => version,
  );

test('a package contains the widget files of the previous release, and no other files of its package', () => {
  const both = withEarlierReleases(files(2), packaged(files(1)));
  expect(listed(both)).toEqual([versionOf(2), versionOf(1)]);
  expect(textOf(both, `widget-releases/${versionOf(1)}/widget.js`)).toBe('script 1');
  expect(textOf(both, `widget-releases/${versionOf(1)}/de.json`)).toBe('texts 1');
  expect(textOf(both, 'runtime.js')).toBe('runtime 2');
});

test('a package contains the compressed widget files of the previous release, and no other compressed files of its package', () => {
  const { br } = compressedPaths(hashOf(bytes('script 1')));
  const before = files(1).set(br, bytes('compressed 1')).set('compressed/other.br', bytes('a page'));
  const both = withEarlierReleases(files(2), packaged(before));
  expect(textOf(both, br)).toBe('compressed 1');
  expect([...both.keys()].filter((path) => path.startsWith('compressed/'))).toEqual([br]);
});

test('a version that has not changed is listed once', () => {
  expect(listed(withEarlierReleases(files(2), packaged(files(2, 1))))).toEqual([versionOf(2), versionOf(1)]);
});

test('at most five versions are kept, the newest', () => {
  const six = withEarlierReleases(files(6), packaged(files(5, 4, 3, 2, 1)));
  expect(listed(six)).toEqual([6, 5, 4, 3, 2].map(versionOf));
  expect(six.has(`widget-releases/${versionOf(1)}/widget.js`)).toBe(false);
});

test('a package without widget versions adds no releases', () => {
  expect(listed(withEarlierReleases(files(1), zipSync({ 'runtime.js': bytes('old') })))).toEqual([
    versionOf(1),
  ]);
});

test('a script that does not match the list of releases is refused', () => {
  const changed = files(1).set(`widget-releases/${versionOf(1)}/widget.js`, bytes('another script'));
  expect(() => withEarlierReleases(files(2), packaged(changed))).toThrow(/is not what its list says/);
});
