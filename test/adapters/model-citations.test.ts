import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { citations } from '../../src/adapters/model/citations.ts';

const SECTIONS = [
  { title: 'Returns', url: 'https://shop.example/returns' },
  { title: 'Shipping' },
  { title: 'Hours' },
  { title: 'Shipping' },
];

function read(pieces: readonly string[]) {
  const cited = citations(SECTIONS);
  const text = pieces.map((piece) => cited.push(piece)).join('') + cited.end();
  return { text, sources: cited.sources() };
}

test.each<[string, string, string[]]>([
  ['Nothing to cite.', 'Nothing to cite.', []],
  ['First [3], then [1], again [3].', 'First [1], then [2], again [1].', ['Hours', 'Returns']],
  ['Both [1][2].', 'Both [1][2].', ['Returns', 'Shipping']],
  ['Both [2, 1].', 'Both [1][2].', ['Shipping', 'Returns']],
  ['Two parts of one section [2], [4], [2,4].', 'Two parts of one section [1], [1], [1].', ['Shipping']],
  ['A number that nobody has: [9], [99].', 'A number that nobody has: [9], [99].', []],
  ['A range [1-3].', 'A range [1][2][3].', ['Returns', 'Shipping', 'Hours']],
  ['A range too long [1-999].', 'A range too long [1][2][3].', ['Returns', 'Shipping', 'Hours']],
  ['Other signs [3; 1] 【2】【1†source】.', 'Other signs [1][2] [3][2].', ['Hours', 'Returns', 'Shipping']],
  ['We do not say so. [0]', 'We do not say so.', []],
  ['One of them is made up [3, 9].', 'One of them is made up [1].', ['Hours']],
  ['[a], [], [1.5], [12345], [', '[a], [], [1.5], [12345], [', []],
  ['[x](https://evil.example) [3]', '[x](https://evil.example) [1]', ['Hours']],
])('%s', (written, shown, titles) => {
  const { text, sources } = read([written]);
  expect(text).toBe(shown);
  expect(sources.map(({ title }) => title)).toEqual(titles);
});

it('the address of a source is that of the section, whatever the model writes', () => {
  expect(read(['Look at https://evil.example [1](https://evil.example)']).sources).toEqual([
    { title: 'Returns', url: 'https://shop.example/returns' },
  ]);
});

it('the text and its sources are the same wherever the stream is split', () => {
  const part = fc.constantFrom('[', ']', '1', '3', '9', ', ', ' and so on', '[1]', '[2,4]', '[[', '👋');
  fc.assert(
    fc.property(fc.array(part), fc.array(fc.nat(), { maxLength: 20 }), (parts, cuts) => {
      const whole = parts.join('');
      const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b), whole.length];
      const pieces = places.slice(1).map((end, index) => whole.slice(places[index], end));
      expect(read(pieces)).toEqual(read([whole]));
    }),
  );
});

it.each([
  ['We do not say so. [0]', true],
  ['We do not say so【0】.', true],
  ['Up to 30 days [1].', false],
  ['Hello. How can I help?', false],
])('whether the model found no support in the documents is reported: %s', (written, isUnsupported) => {
  for (const sections of [SECTIONS, []]) {
    const cited = citations(sections);
    const text = Array.from(written, (letter) => cited.push(letter)).join('') + cited.end();
    expect(cited.isUnsupported()).toBe(isUnsupported);
    expect(text).not.toContain('0]');
  }
});

it('only as much text is held back as a citation can be long', () => {
  const cited = citations(SECTIONS);
  expect(cited.push('A list [')).toBe('A list');
  expect(cited.push('1 '.repeat(40))).toContain('[1 1');
});

it('a discarded text leaves no source, no number and no held beginning of a citation', () => {
  const cited = citations(SECTIONS);
  cited.push('Kept [3].');
  const discard = cited.savepoint();
  cited.push('A thought [2], [0] and [');
  discard();
  expect(cited.push('Then [1].')).toBe('Then [2].');
  expect(cited.sources().map(({ title }) => title)).toEqual(['Hours', 'Returns']);
  expect([...cited.numbers()]).toEqual([3, 1]);
  expect(cited.isUnsupported()).toBe(false);
});
