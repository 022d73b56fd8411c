import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Language, Parser, type Node } from 'web-tree-sitter';

export const INFRA = join(import.meta.dirname, '../../infra');

/** A Bicep file as far as tests ask for it. */
export interface BicepFile {
  path: string;
  root: Node;
  params: ReadonlyMap<string, BicepParameter>;
  outputs: ReadonlySet<string>;
  /** Every declared symbol but outputs, loop variables and lambda parameters included. */
  symbols: ReadonlySet<string>;
  modules: readonly { name: string; path: string; params: readonly string[] }[];
}

/** A parameter of a Bicep file. */
export interface BicepParameter {
  /** As written, for example `string[]`. */
  type: string;
  /** As written, the description among them. */
  decorators: string;
  hasDefault: boolean;
}

const require = createRequire(import.meta.url);

/** The decorators before a declaration; comments may stand between. */
function decoratorsOf(declaration: Node): string {
  let before = declaration.previousNamedSibling;
  while (before && /comment/.test(before.type)) before = before.previousNamedSibling;
  return before?.type === 'decorators' ? before.text : '';
}

async function parser(): Promise<Parser> {
  await Parser.init();
  const grammar = join(dirname(require.resolve('tree-sitter-bicep/package.json')), 'tree-sitter-bicep.wasm');
  const made = new Parser();
  made.setLanguage(await Language.load(grammar));
  return made;
}

/** Every Bicep file of the project, parsed. */
export async function bicepFiles(): Promise<BicepFile[]> {
  const made = await parser();
  return globSync('**/*.bicep', { cwd: INFRA }).map((path) => {
    const tree = made.parse(readFileSync(join(INFRA, path), 'utf8'));
    if (!tree) throw new Error(`${path} was not parsed.`);
    return describe(path, tree.rootNode);
  });
}

function describe(path: string, root: Node): BicepFile {
  const named = (type: string) => root.descendantsOfType(type);
  const nameOf = (node: Node) => node.namedChild(0)?.text ?? '';
  const params = named('parameter_declaration');
  const loops = named('for_loop_parameters').concat(named('for_statement'));
  return {
    path,
    root,
    params: new Map(
      params.map((node) => [
        nameOf(node),
        {
          type: node.namedChild(1)?.text ?? '',
          decorators: decoratorsOf(node),
          hasDefault: node.children.some((child) => child.type === '='),
        },
      ]),
    ),
    outputs: new Set(named('output_declaration').map(nameOf)),
    symbols: new Set([
      ...[...params, ...named('variable_declaration'), ...named('resource_declaration')].map(nameOf),
      ...named('module_declaration').map(nameOf),
      ...loops.map((node) => node.descendantsOfType('identifier')[0]?.text ?? ''),
      ...named('lambda_expression').map(nameOf),
    ]),
    modules: named('module_declaration').map((node) => ({
      name: nameOf(node),
      path: /'([^']+)'/.exec(node.text)?.[1] ?? '',
      params: propertiesOf(node, 'params'),
    })),
  };
}

/** The names in the object that is a property of a declaration, for example of a module’s `params`. */
export function propertiesOf(node: Node, property: string): string[] {
  const found = node
    .descendantsOfType('object_property')
    .find((candidate) => candidate.namedChild(0)?.text === property);
  const object = found?.namedChildren.find((child) => child.type === 'object');
  return (object?.namedChildren ?? []).flatMap((child) => child.namedChild(0)?.text ?? []);
}
