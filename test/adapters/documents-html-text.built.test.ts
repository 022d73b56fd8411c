import { describe, expect, test } from 'vitest';
import { pageText } from './support/page-text.ts';

const lineOf = (html: string) => pageText(`<main><p>${html}</p></main>`);

describe('raised text does not change the number before it', () => {
  test.each([
    ['30<sup>1</sup> days', '30 (1) days'],
    ['30<sup>[1]</sup> days', '30 (1) days'],
    ['30 <sup>1, 2</sup> days', '30 (1, 2) days'],
    ['30<sup><a href="#n1">1</a></sup>days', '30 (1) days'],
    ['within <b>30<sup>1</sup></b> days', 'within **30 (1)** days'],
    ['30<span style="vertical-align: super">1</span> days', '30 (1) days'],
    ['VAT<sup>2</sup>', 'VAT (2)'],
    ['<sup>1</sup>Sale items', '(1) Sale items'],
    ['10<sup>3</sup> EUR', '10^3 EUR'],
    ['5 × 10<sup>-6</sup>', '5 × 10^-6'],
    ['12 m<sup>2</sup>', '12 m^2'],
    ['x<sup>2</sup> + 1', 'x^2 + 1'],
    ['2<sup>10</sup> = 1024', '2^10 = 1024'],
    ['10<sup>1</sup> days', '10 (1) days'],
    ['the 1<sup>st</sup> of May', 'the 1st of May'],
    ['Shop<sup>®</sup>', 'Shop®'],
    ['9<sup>*</sup> EUR', '9\\* EUR'],
    ['19<sup>99</sup> €', '19.99 €'],
    ['3<sup>1</sup>/<sub>2</sub> cups', '3 1/2 cups'],
    ['H<sub>2</sub>O', 'H2O'],
    ['101<sub>2</sub>', '101_2'],
    [
      '<math><msup><mi>a</mi><mn>2</mn></msup><mo>=</mo><mfrac><mn>1</mn><mn>4</mn></mfrac></math>',
      'a^2=1/4',
    ],
    ['<math><mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac></math>', 'a/(b+1)'],
    ['<math><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mi>b</mi></mfrac></math>', '(a+1)/b'],
    [
      '<math><msubsup><mi>x</mi><mrow><mi>i</mi><mo>,</mo><mi>j</mi></mrow><mn>2</mn></msubsup></math>',
      'x\\_(i,j)^2',
    ],
    ['<math><mroot><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>3</mn></mroot></math>', '3√(a+1)'],
    ['<math><msqrt><mn>2</mn></msqrt></math>', '√2'],
  ])('%s', (html, read) => {
    expect(lineOf(html)).toBe(read);
  });
});

describe('bold and italic text keeps its letters, and white space is outside of the marks', () => {
  test.each([
    ['<b>Open: </b>Monday', '**Open:** Monday'],
    ['<b>Open:&nbsp;</b>Monday', '**Open:**\u00a0Monday'],
    ['<b>Note:</b>text', '**Note**:text'],
    ['text<b>!Note</b>', 'text!**Note**'],
    ['これは<b>「重要」</b>です', 'これは「**重要**」です'],
    ['これは<em>「重要」</em>です', 'これは「_重要_」です'],
    ['un<em>believ</em>able', 'unbelievable'],
    ['<b>Hot</b><b>line</b>', '**Hotline**'],
    ['a<b> </b>b', 'a b'],
    ['<b>(1)</b>2', '**(1**)2'],
    ['<b>**</b>x', '\\*\\*x'],
    ['<del>90 EUR </del>80 EUR', '~~90 EUR~~ 80 EUR'],
    ['<b><a href="https://a.example">all</a></b>x', '[all](https://a.example)x'],
    ['in&shy;voice, in&#8203;voice', 'invoice, invoice'],
  ])('%s', (html, read) => {
    expect(lineOf(html)).toBe(read);
  });
});

test('headings and cells of a table are one line each', () => {
  expect(pageText('<main><h2>One<br> two </h2><h3><b>Three: </b>four</h3></main>')).toBe(
    '## One two\n\n### **Three:** four',
  );
});

describe('an e-mail address that Cloudflare hides is read as in a browser', () => {
  const hidden = (address: string, key = 0x5a) =>
    Buffer.from([key, ...Buffer.from(address).map((byte) => byte ^ key)]).toString('hex');
  const page = '/cdn-cgi/l/email-protection';
  test.each([
    [
      `<a href="${page}" data-cfemail="${hidden('help@shop.example')}">[email&#160;protected]</a>`,
      '[help@shop.example](mailto:help@shop.example)',
    ],
    [`<a href="${page}#${hidden('sales@shop.example')}">Sales</a>`, '[Sales](mailto:sales@shop.example)'],
    [
      `<a href="${page}#${hidden('a@shop.example', 0xff)}"><span data-cfemail="${hidden('a@shop.example')}">[email protected]</span></a>`,
      '[a@shop.example](mailto:a@shop.example)',
    ],
    [
      `<a href="https://shop.example${page}#${hidden('a@shop.example?subject=Hi')}">Ask</a>`,
      '[Ask](mailto:a@shop.example?subject=Hi)',
    ],
    [`<span data-cfemail="${hidden('<script>')}">[email protected]</span>`, '\\[email protected]'],
    [`<span data-cfemail="${hidden('javascript:x')}">Mail</span>`, 'Mail'],
    [`<a href="${page}#zz">Sales</a>`, 'Sales'],
  ])('%s', (html, read) => {
    expect(lineOf(html)).toBe(read);
  });
});
