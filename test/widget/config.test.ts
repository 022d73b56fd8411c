import { expect, it } from 'vitest';
import { readConfig } from '../../widget/config.ts';

const isColor = (color: string) => /^(#[\da-f]{6}|teal)$/.test(color);
const read = (data: Record<string, string>, source = 'https://chat.test/api/widget.js') =>
  readConfig(source, data, isColor);

it('without options it has a title, a color and the visitor’s own theme', () => {
  expect(read({})).toEqual({
    base: 'https://chat.test/api/',
    files: false,
    title: 'Chat',
    color: '#2f5bea',
    greeting: '',
    suggestions: [],
    left: false,
    theme: 'light dark',
    hidden: false,
    privacyUrl: '',
  });
});

it('takes what the script tag says', () => {
  const data = {
    title: ' Acme help ',
    color: 'teal',
    greeting: 'Good day',
    suggestions: 'One?| Two? ||Three?|Four?',
    position: 'left',
    locale: 'de-AT',
    theme: 'dark',
    hidden: '',
    privacyUrl: 'https://acme.test/privacy',
    attachments: 'true',
  };
  expect(read(data)).toEqual({
    ...data,
    base: 'https://chat.test/api/',
    attachments: undefined,
    files: true,
    title: 'Acme help',
    suggestions: ['One?', 'Two?', 'Three?'],
    position: undefined,
    left: true,
    hidden: true,
  });
});

it('is as if what is not valid were not there', () => {
  expect(
    read({
      title: '  ',
      color: 'red;background:url(//x)',
      position: 'top',
      theme: 'neon',
      hidden: 'false',
      privacyUrl: 'javascript:alert(1)',
    }),
  ).toEqual(read({}));
});

it('cuts what is too long for the panel', () => {
  expect(read({ title: 'x'.repeat(10_000) }).title).toHaveLength(300);
});

it('calls the service where the script came from, wherever that is mounted', () => {
  expect(read({}, 'https://acme.test/chat/api/widget.js?w=1#x').base).toBe('https://acme.test/chat/api/');
});
