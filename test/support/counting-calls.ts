/** What is counted: constructors and functions by their name, and the object that has them. */
const COUNTED = [
  [globalThis, 'AbortController'],
  [AbortSignal, 'any'],
  [globalThis, 'setTimeout'],
  [globalThis, 'URL'],
  [JSON, 'parse'],
  [JSON, 'stringify'],
] as const;
/** How many stack frames are searched for the caller. */
const FRAMES = 12;

export interface CountedCalls {
  /** `own parse`: calls by the product's code; `sdk parse`: by an SDK of the cloud. Others are left out. */
  seen: ReadonlyMap<string, number>;
  stop(): void;
}

/** Counts calls of some global functions, by the code that calls them directly, until it is stopped. */
export function countingCalls(): CountedCalls {
  const seen = new Map<string, number>();
  const undo = COUNTED.map(([holder, name]) => {
    const original: unknown = Reflect.get(holder, name);
    if (typeof original !== 'function') throw new Error(`There is no ${name}.`);
    function note(): void {
      const who = caller();
      if (who) seen.set(`${who} ${name}`, (seen.get(`${who} ${name}`) ?? 0) + 1);
    }
    const counted = new Proxy(original, {
      apply(target, self: unknown, values: unknown[]): unknown {
        note();
        return Reflect.apply(target, self, values);
      },
      construct(target, values: unknown[], made): object {
        note();
        return Reflect.construct(target, values, made) as object;
      },
    });
    Reflect.set(holder, name, counted);
    return () => Reflect.set(holder, name, original);
  });
  return { seen, stop: () => undo.forEach((one) => one()) };
}

/** Whose code is the nearest on the stack, below the runtime's own. */
function caller(): 'own' | 'sdk' | undefined {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const stack = new Error('a stack').stack ?? '';
  Error.stackTraceLimit = before;
  const frames = stack.split('\n').slice(1);
  const nearest = frames.find((frame) => !/counting-calls|node:|<anonymous>/.test(frame)) ?? '';
  if (/\/(src|functions)\//.test(nearest.replace(/node_modules\/.*/, 'node_modules/'))) return 'own';
  return /node_modules\/(@azure|@typespec|openai)\//.test(nearest) ? 'sdk' : undefined;
}
