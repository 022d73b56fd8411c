import { describe, expect, it } from 'vitest';
import { documentLinks } from '../../src/adapters/knowledge/document-links.ts';

const RETURNS = {
  url: 'https://shop.example/help/returns',
  markdown:
    'See [the form](https://shop.example/a_(b)?step=1 "Form") or https://shop.example/all. ' +
    'Write to help@shop.example, or [call](tel:+49-228-12345). Mornings: +49 (30) 98 76 54.',
};
const HOURS = { markdown: 'Weekdays from 9 to 17.' };

describe('the links of an answer that are in its documents', () => {
  it.each([
    [
      'a link of a document',
      '[the form](https://shop.example/a_(b)?step=1)',
      'https://shop.example/a_(b)?step=1',
    ],
    ['an address in the text of a document', 'https://shop.example/all', 'https://shop.example/all'],
    ['the page of a document', '<https://shop.example/help/returns>', 'https://shop.example/help/returns'],
    [
      'the same address, written another way',
      '[all](HTTPS://SHOP.example:443/all)',
      'HTTPS://SHOP.example:443/all',
    ],
    ['a mail address of the text', '[us](mailto:Help@shop.example)', 'mailto:Help@shop.example'],
    ['a number of a link, written another way', '[us](tel:+4922812345)', 'tel:+4922812345'],
    ['a number of the text', '[us](tel:+4930987654)', 'tel:+4930987654'],
  ])('include %s', (_what, answer, link) => {
    expect(documentLinks(answer, [HOURS, RETURNS])).toEqual([link]);
  });

  it.each([
    ['another page', '[the form](https://shop.example/forms)'],
    ['an added query', '[all](https://shop.example/all?q=secret)'],
    ['an added fragment', '[all](https://shop.example/all#secret)'],
    ['another host', 'https://shop.example.evil.example/all'],
    ['a user of a host', 'https://shop.example@evil.example/all'],
    ['a part of an address', '[all](https://shop.example/al)'],
    ['another scheme', '[all](http://shop.example/all)'],
    ['a mail with words', '[us](mailto:help@shop.example?body=secret)'],
    ['a part of a mail address', '[us](mailto:p@shop.example)'],
    ['another number', '[us](tel:+49228123456)'],
    ['code instead of a link', '`https://shop.example/all`'],
  ])('do not include %s', (_what, answer) => {
    expect(documentLinks(answer, [HOURS, RETURNS])).toEqual([]);
  });

  it('are listed once each, in their order', () => {
    const answer = 'https://shop.example/all [a](mailto:help@shop.example) https://shop.example/all';
    const links = ['https://shop.example/all', 'mailto:help@shop.example'];
    expect(documentLinks(answer, [RETURNS])).toEqual(links);
  });
});
