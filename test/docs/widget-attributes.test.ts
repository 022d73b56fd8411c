import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readPanelOptions } from '../../widget/panel/config.ts';
import { applyTheme, readLook } from '../../widget/stub/config.ts';

const ROOT = dirname(dirname(import.meta.dirname));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The attributes of the script tag that the widget reads, as it spells them. */
function attributesRead(): string[] {
  const names = new Set<string>();
  const data = new Proxy<Record<string, string>>(
    {},
    {
      get(_target, name) {
        if (typeof name === 'string') names.add(name);
        return undefined;
      },
    },
  );
  readLook('https://chat.example.com/api/widget.js', data);
  readPanelOptions(data);
  applyTheme(data, { setProperty: () => undefined } as unknown as CSSStyleDeclaration);
  for (const path of globSync('widget/{stub,launcher}/*.ts', { cwd: ROOT })) {
    for (const [, name = ''] of read(path).matchAll(/\bdataset\.(\w+)/g)) names.add(name);
  }
  return [...names];
}

test('every attribute that the widget reads is documented', () => {
  const attributes = attributesRead();
  expect(attributes.length).toBeGreaterThan(10);
  const documentation = read('docs/embed.md');
  const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const named = attributes.map((name) => `data-${kebab(name)}`);
  expect(named.filter((name) => !new RegExp(`${name}(?![\\w-])`).test(documentation))).toEqual([]);
});
