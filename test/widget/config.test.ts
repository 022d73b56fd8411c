import { expect, it } from 'vitest';
import { readConfig, themeOf } from '../../widget/config.ts';
import { ICONS } from '../../widget/dom.ts';

const read = (data: Record<string, string>, source = 'https://chat.test/api/widget.js') =>
  readConfig(source, data);

it('without options it has a title', () => {
  expect(read({})).toEqual({
    base: 'https://chat.test/api/',
    files: false,
    title: 'Chat',
    greeting: '',
    suggestions: [],
    left: false,
    icon: ICONS.chat,
    hidden: false,
    privacyUrl: '',
  });
});

it('takes what the script tag says', () => {
  const data = {
    title: ' Acme help ',
    greeting: 'Good day',
    suggestions: 'One?| Two? ||Three?|Four?',
    position: 'left',
    locale: 'de-AT',
    hidden: '',
    privacyUrl: 'https://acme.test/privacy',
    attachments: 'true',
  };
  expect(read(data)).toEqual({
    ...data,
    icon: ICONS.chat,
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
      position: 'top',
      hidden: 'false',
      privacyUrl: 'javascript:alert(1)',
    }),
  ).toEqual(read({}));
});

it('is light or dark by name alone', () => {
  expect(['light', 'dark', 'auto', 'neon', undefined].map(themeOf)).toEqual([
    'light',
    'dark',
    'light dark',
    'light dark',
    'light dark',
  ]);
});

it('cuts what is too long for the panel', () => {
  expect(read({ title: 'x'.repeat(10_000) }).title).toHaveLength(300);
});

it('calls the service where the script came from, wherever that is mounted', () => {
  expect(read({}, 'https://acme.test/chat/api/widget.js?w=1#x').base).toBe('https://acme.test/chat/api/');
});
