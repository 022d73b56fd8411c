/** The parts of a request by which a fault chooses it. */
export interface Request {
  kind: 'management' | 'read' | 'create' | 'replace' | 'delete' | 'patch' | 'batch' | 'query' | 'metadata';
  container: string;
}

/**
 * The kinds of faults. `unheard`: the request is carried out and the line breaks before the answer. `reset`:
 * it breaks before anything is done. `hang`: nothing is done and nothing answered; `late`: carried out, and
 * never answered. `inBatch`: the first operation of a batch is refused so, and nothing is done.
 */
export type Fault =
  | { status: number; substatus?: number; retryAfterMs?: number }
  | { inBatch: number }
  | 'reset'
  | 'unheard'
  | 'hang'
  | 'late';

/** The faults that wait for requests. */
export interface Faults {
  /** The next requests that are like this one fail so. */
  plan(like: Partial<Request>, fault: Fault, times?: number): void;
  take(request: Request): Fault | undefined;
  clear(): void;
}

export function faults(): Faults {
  let planned: { like: Partial<Request>; fault: Fault; left: number }[] = [];
  return {
    plan(like, fault, times = 1) {
      planned.push({ like, fault, left: times });
    },
    take({ kind, container }) {
      const found = planned.find(
        ({ like, left }) =>
          left > 0 && (like.kind ?? kind) === kind && (like.container ?? container) === container,
      );
      if (found) found.left--;
      return found?.fault;
    },
    clear() {
      planned = [];
    },
  };
}
