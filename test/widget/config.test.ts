import { expect, it } from 'vitest';
import { readPanelOptions } from '../../widget/panel/config.ts';
import { readLook, themeOf } from '../../widget/stub/config.ts';
import { ICONS } from '../../widget/dom.ts';

const read = (data: Record<string, string>, source = 'https://chat.test/api/widget.js') => ({
  ...readLook(source, data),
  ...readPanelOptions(data),
});

it('the configuration has a title by default', () => {
  expect(read({})).toEqual({
    base: 'https://chat.test/api/',
    files: false,
    title: 'Chat',
    greeting: '',
    suggestions: [],
    left: false,
    icon: ICONS.chat,
    privacyUrl: '',
  });
});

it('the configuration has the options of the script tag', () => {
  const data = {
    title: ' Acme help ',
    greeting: 'Good day',
    suggestions: 'One?| Two? ||Three?|Four?',
    position: 'left',
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
  });
});

it('invalid options are ignored', () => {
  expect(
    read({
      title: '  ',
      position: 'top',
      privacyUrl: 'javascript:alert(1)',
    }),
  ).toEqual(read({}));
});

it('a theme is light or dark if it is named so, and follows the browser otherwise', () => {
  expect(['light', 'dark', 'auto', 'neon', undefined].map(themeOf)).toEqual([
    'light',
    'dark',
    'light dark',
    'light dark',
    'light dark',
  ]);
});

it('options that are too long for the panel are cut', () => {
  expect(read({ title: 'x'.repeat(10_000) }).title).toHaveLength(300);
});

it('the service is called at the address of the script, with its path prefix', () => {
  expect(read({}, 'https://acme.test/chat/api/widget.js?w=1#x').base).toBe('https://acme.test/chat/api/');
});
