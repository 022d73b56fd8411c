import { expect, test } from 'vitest';
import { styleSheetLinks } from '../../src/websites/rules/style-sheet-links.ts';

test.each([
  ['<link rel="stylesheet" href="/a.css?v=1&amp;w=2">', ['/a.css?v=1&w=2']],
  ["<LINK href='a.css' media='screen and (min-width: 1px)' rel='preload stylesheet'>", ['a.css']],
  ['<link rel=stylesheet href=a.css><link rel=stylesheet href=b.css>', ['a.css', 'b.css']],
  ['<link rel="stylesheet" media="print" href="a.css">', []],
  ['<link rel="alternate stylesheet" href="a.css">', []],
  ['<link rel="stylesheet" href="a.css" disabled>', []],
  ['<link rel="icon" href="a.ico"><link rel="stylesheet">', []],
])('style sheets for screens are found: %s', (html, links) => {
  expect(styleSheetLinks(html)).toEqual(links);
});
