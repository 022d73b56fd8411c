/**
 * Expressions of `createUiDefinition.json`, evaluated as Microsoft documents them (Learn, CreateUiDefinition
 * functions): only documented functions, each with the number of arguments that it takes, and nothing
 * lenient.
 */

/** The portal's state while a customer fills the wizard in. */
export interface WizardState {
  location: string;
  nowIso: string;
  basics: Readonly<Record<string, unknown>>;
  steps: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The parameters of the lambda functions around an expression. */
  locals?: Readonly<Record<string, unknown>>;
}

type Lambda = (item: unknown) => unknown;

type Call = (parameters: readonly unknown[], state: WizardState) => unknown;

const text = (value: unknown): string => {
  if (typeof value !== 'string') throw new Error(`A text was expected: ${JSON.stringify(value)}`);
  return value;
};
const list = (value: unknown): readonly unknown[] | string => (Array.isArray(value) ? value : text(value));
const taking =
  (count: number, call: Call): Call =>
  (parameters, state) => {
    if (parameters.length !== count) throw new Error(`${count} arguments were expected.`);
    return call(parameters, state);
  };
const items = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw new Error(`A list was expected: ${JSON.stringify(value)}`);
  return value;
};
const truth = (value: unknown): boolean => {
  if (typeof value !== 'boolean') throw new Error('A condition was expected.');
  return value;
};
function known<T>(values: Readonly<Record<string, T>>, name: unknown): T {
  const value = values[text(name)];
  if (value === undefined) throw new Error(`There is no ${text(name)}.`);
  return value;
}

const FUNCTIONS: Readonly<Record<string, Call>> = {
  basics: taking(1, ([name], state) => known(state.basics, name)),
  steps: taking(1, ([name], state) => known(state.steps, name)),
  subscription: taking(0, () => ({ id: '/subscriptions/s' })),
  location: taking(0, (_none, state) => state.location),
  utcNow: taking(0, (_none, state) => state.nowIso),
  concat: (parameters) => parameters.map(text).join(''),
  substring: taking(3, ([value, from, length]) =>
    text(value).slice(Number(from), Number(from) + Number(length)),
  ),
  contains: taking(2, ([all, one]) => list(all).includes(text(one))),
  split: taking(2, ([value, by]) => text(value).split(text(by))),
  first: taking(1, ([all]) => list(all)[0]),
  last: taking(1, ([all]) => list(all).at(-1)),
  if: taking(3, ([condition, yes, no]) => (truth(condition) ? yes : no)),
  and: taking(2, ([one, other]) => truth(one) && truth(other)),
  not: taking(1, ([condition]) => !truth(condition)),
  equals: taking(2, ([one, other]) => one === other),
  less: taking(2, ([one, other]) => Number(one) < Number(other)),
  sub: taking(2, ([one, other]) => Number(one) - Number(other)),
  coalesce: taking(2, ([one, other]) => one ?? other),
  empty: taking(1, ([value]) => list(value).length === 0),
  parse: taking(1, ([value]): unknown => JSON.parse(text(value))),
  filter: taking(2, ([all, test]) => items(all).filter((item) => truth((test as Lambda)(item)))),
  map: taking(2, ([all, change]) => items(all).map((item) => (change as Lambda)(item))),
  int: taking(1, ([value]) => {
    if (!/^\d+$/.test(text(value))) throw new Error(`No whole number: ${text(value)}`);
    return Number(value);
  }),
  bool: taking(1, ([value]) => text(value) !== 'false'),
};

/** The value of a property: what is in square brackets is evaluated, anything else is itself. */
export function wizardValue(source: string, state: WizardState): unknown {
  if (!source.startsWith('[')) return source;
  if (!source.endsWith(']')) throw new Error(`The brackets do not match: ${source}`);
  const parser = parse(source.slice(1, -1), state);
  const value = parser.value();
  parser.end();
  return value;
}

function parse(source: string, state: WizardState) {
  let at = 0;
  const taken = (pattern: RegExp): string | undefined => {
    const [found] = new RegExp(`^\\s*(?:${pattern.source})`).exec(source.slice(at)) ?? [];
    at += found?.length ?? 0;
    return found?.trim();
  };
  const must = (pattern: RegExp): string => {
    const found = taken(pattern);
    if (found === undefined) throw new Error(`At ${at}, ${pattern.source} was expected: ${source}`);
    return found;
  };

  function value(): unknown {
    const literal = taken(/'(?:[^']|'')*'/);
    if (literal !== undefined) return literal.slice(1, -1).replaceAll("''", "'");
    const number = taken(/\d+/);
    if (number !== undefined) return Number(number);
    const parameter = taken(/\(\w+\)\s*=>/);
    if (parameter !== undefined) return lambda(/\w+/.exec(parameter)?.[0] ?? '', body());
    return properties(taken(/(?=\w+\s*\()/) === undefined ? known(state.locals ?? {}, must(/\w+/)) : call());
  }

  const lambda =
    (name: string, expression: string): Lambda =>
    (item) => {
      const inner = parse(expression, { ...state, locals: { ...state.locals, [name]: item } });
      const result = inner.value();
      inner.end();
      return result;
    };

  /** The expression of a lambda function: as far as the parenthesis around it. */
  function body(): string {
    const start = at;
    for (let depth = 0; depth > 0 || !/[),]/.test(source[at] ?? ')');) {
      const part = must(/'(?:[^']|'')*'|[^'()]+?(?=['(),])|[(),]/);
      if (part === '(') depth += 1;
      if (part === ')') depth -= 1;
    }
    return source.slice(start, at);
  }

  function call(): unknown {
    const name = must(/[A-Za-z]+/);
    const parameters: unknown[] = [];
    must(/\(/);
    if (taken(/\)/) === undefined) {
      do parameters.push(value());
      while (taken(/,/) !== undefined);
      must(/\)/);
    }
    return known(FUNCTIONS, name)(parameters, state);
  }

  function properties(of: unknown): unknown {
    let found = of;
    while (taken(/\./) !== undefined) {
      const name = must(/\w+/);
      if (typeof found !== 'object' || found === null || !(name in found)) {
        throw new Error(`There is no ${name}.`);
      }
      found = Reflect.get(found, name);
    }
    return found;
  }

  return {
    value,
    end() {
      if (source.slice(at).trim() !== '') throw new Error(`What is this: ${source.slice(at)}`);
    },
  };
}
