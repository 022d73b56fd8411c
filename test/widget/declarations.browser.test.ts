import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it, test } from 'vitest';
import { platforms } from '../../src/web/dashboard/settings/installation/platforms.ts';
import { readPanelOptions } from '../../widget/panel/config.ts';
import { readLook } from '../../widget/stub/config.ts';
import { withRegisteredSites, withSites } from './support/with-sites.ts';

const ROOT = join(import.meta.dirname, '../..');
const DECLARATIONS = 'widget/chat-widget.d.ts';
const text = readFileSync(join(ROOT, DECLARATIONS), 'utf8');

/** The members of an interface of the declarations. */
function membersOf(name: string): string[] {
  const file = ts.createSourceFile(DECLARATIONS, text, ts.ScriptTarget.ES2024, true);
  return file.statements
    .filter((node) => ts.isInterfaceDeclaration(node))
    .filter((node) => node.name.text === name)
    .flatMap((node) => node.members.map((member) => (member.name as ts.StringLiteral | ts.Identifier).text));
}

/** The parsed libraries of the compiler, for all programs of this file. */
const libraries = new Map<string, ts.SourceFile>();

/** Every error of files that are compiled with the declarations, strictly. */
function errorsOf(files: Readonly<Record<string, string>>): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    // The declarations are checked, the libraries of the compiler are not.
    skipDefaultLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    jsx: ts.JsxEmit.Preserve,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  const contents = new Map(Object.entries({ ...files, 'chat-widget.d.ts': text }));
  const nameOf = (path: string) => path.replace(/^.*\//, '');
  host.getSourceFile = (path, version, ...rest) => {
    const content = contents.get(nameOf(path));
    if (content === undefined) {
      const library = libraries.get(path) ?? getSourceFile(path, version, ...rest);
      if (library) libraries.set(path, library);
      return library;
    }
    return ts.createSourceFile(path, content, version, true);
  };
  host.fileExists = (path) => contents.has(nameOf(path)) || fileExists(path);
  host.readFile = (path) => contents.get(nameOf(path)) ?? readFile(path);
  const program = ts.createProgram([...contents.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${nameOf(file?.fileName ?? '')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}

/** The parts of React and Next.js that the samples use. */
const REACT = `
  declare module 'react' {
    export function useEffect(run: () => void | (() => void), inputs: readonly unknown[]): void;
    export function useState<T>(): [T | undefined, (value: T) => void];
  }
`;

describe('the type declarations', () => {
  test('compile strictly, and accept calls before and after the script has loaded', () => {
    const page = `
      window.chatWidgetSettings = { title: 'Ask us', radius: 8, position: 'left' };
      window.ChatWidget ??= [];
      window.ChatWidget.push((chat) => {
        chat.on('agent-joined', ({ agent }) => console.log(agent.length));
        chat.on('opened', () => chat.prefill('Hello'));
        chat.identify?.(() => fetch('/token').then((response) => response.text()));
        chat.consent?.();
      });
    `;
    expect(errorsOf({ 'page.ts': page })).toEqual([]);
  });

  test('refuse unknown events, wrong details and calls that only registered widgets have', () => {
    const wrong = {
      'event.ts': "chat.on('unknown', () => undefined);",
      'detail.ts': "chat.on('unread', ({ agent }) => agent);",
      'identify.ts': "chat.identify('token');",
      'prefill.ts': 'chat.prefill(7);',
    };
    const files = Object.entries(wrong).map(([name, call]) => [
      name,
      `export {}; window.ChatWidget?.push((chat) => { ${call} });`,
    ]);
    const errors = errorsOf(Object.fromEntries(files) as Record<string, string>);
    expect(errors.map((error) => error.split(':')[0])).toEqual(Object.keys(wrong).toSorted());
  });

  test('fit the React hook of the page Installation, which has 19 lines', () => {
    const { code = '' } = platforms('https://chat.example').find(({ name }) => name === 'React') ?? {};
    expect(errorsOf({ 'use-chat-widget.ts': code, 'react.d.ts': REACT })).toEqual([]);
    const [, hook = ''] = /^(export function [^]*)$/m.exec(code) ?? [];
    expect(hook.split('\n')).toHaveLength(19);
  });

  test('have a property for every option that the script reads', () => {
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
    readLook('https://chat.example/api/widget.js', data);
    readPanelOptions(data);
    const declared = membersOf('ChatWidgetSettings');
    expect(names.size).toBeGreaterThan(6);
    expect([...names].filter((name) => !declared.includes(name))).toEqual([]);
  });

  test('have the events that docs/embed.md lists, and no other', () => {
    const docs = readFileSync(join(ROOT, 'docs/embed.md'), 'utf8');
    const [, section = ''] = docs.split('\n### Events\n');
    const [table = ''] = section.split('\n#');
    const listed = Array.from(table.matchAll(/^\| `([a-z-]+)` /gm), ([, name]) => name);
    expect(membersOf('ChatWidgetEvents').toSorted()).toEqual(listed.toSorted());
  });
});

describe.each([
  ['the plain widget', withSites, ['consent', 'identify', 'logout']],
  ['a registered widget', withRegisteredSites, []],
])('%s', (_name, withSitesOfIt, absent: readonly string[]) => {
  const startSite = withSitesOfIt();

  it('has exactly the calls that are declared', async () => {
    const { page } = await (await startSite()).visit();
    const names = await page.evaluate<string[]>('Object.keys(window.ChatWidget)');
    const declared = membersOf('ChatWidget').filter((name) => !absent.includes(name));
    expect(names.toSorted()).toEqual(declared.toSorted());
  });
});
