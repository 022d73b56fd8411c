import { randomUUID } from 'node:crypto';
import type { ActionEdit } from '../../../src/actions/records/action.ts';
import type {
  ActionCaller,
  ActionRun,
  ActionRunner,
  PreparedAction,
  UsableAction,
} from '../../../src/actions/action-runner.ts';

const AT = '2026-11-20T17:24:00.000Z';

/** The parameter of actions that look up an order. */
export const ORDER_NUMBER: ActionEdit['parameters'][number] = {
  name: 'orderNumber',
  label: 'Order number',
  description: '',
  type: { kind: 'text', pattern: '\\d{5}' },
  source: { from: 'model' },
  required: true,
};

/** An action that looks up an order. */
const FIND_ORDER: ActionEdit = {
  name: 'find_order',
  title: 'Track an order',
  purpose: 'Tells where an order is.',
  progress: 'Looking up your order…',
  method: 'GET',
  url: 'https://api.shop.example/orders/{orderNumber}',
  parameters: [ORDER_NUMBER],
  audience: 'everyone',
  fields: [{ path: 'status', label: 'Status', maxLength: 50 }],
  statuses: [],
  offeredFor: ['Where is my order?'],
  forAgents: true,
  enabled: true,
};

const CANCEL_ORDER: ActionEdit = {
  ...FIND_ORDER,
  name: 'cancel_order',
  title: 'Cancel an order',
  purpose: 'Cancels an order.',
  method: 'DELETE',
  confirmation: 'Cancel order {orderNumber}?',
  offeredFor: [],
};

/** A lookup without input, of the orders that FIND_ORDER finds one by one. */
export const LIST_ORDERS: ActionEdit = {
  ...FIND_ORDER,
  name: 'list_orders',
  title: 'Your orders',
  parameters: [],
  fields: [
    { path: 'orders[].number', label: 'Order number', maxLength: 20 },
    { path: 'orders[].item', label: 'Item', maxLength: 50 },
  ],
  offeredFor: [],
};

/** A recorded run. */
interface SeenRun {
  name: string;
  values: PreparedAction['values'];
  caller: ActionCaller;
  idempotencyKey: string | undefined;
}

interface StandInActions extends ActionRunner {
  /** The available actions. A test can change them. */
  list: UsableAction[];
  readonly runs: SeenRun[];
  /** Returns the result of a run. */
  answer: (run: SeenRun) => ActionRun | Promise<ActionRun>;
  /** Restores both actions and clears the recorded runs. */
  reset(): void;
}

export function usable(edit: ActionEdit): UsableAction {
  return { ...edit, id: randomUUID(), etag: '"1"', secretHeaders: [], createdAt: AT, updatedAt: AT };
}

/** A successful run with one field. */
export function answeredRun({ name }: Pick<SeenRun, 'name'>, value = 'Shipped'): ActionRun {
  return {
    tried: { name, title: titleOf(name), outcome: 'answered', status: 200, durationMs: 12 },
    data: [{ label: 'Status', value }],
  };
}

const titleOf = (name: string) => (name === 'find_order' ? 'Track an order' : 'Cancel an order');

/** Actions without an API: one text parameter of five digits, without identity rules. */
export function standInActions(): StandInActions {
  const runs: SeenRun[] = [];
  const actions: StandInActions = {
    list: [FIND_ORDER, CANCEL_ORDER].map(usable),
    runs,
    answer: answeredRun,
    reset() {
      actions.list = [FIND_ORDER, CANCEL_ORDER].map(usable);
      actions.answer = answeredRun;
      runs.length = 0;
    },
    usableBy: ({ session, agent }) =>
      Promise.resolve(
        actions.list.filter(
          ({ audience, forAgents, enabled }) =>
            enabled && (audience === 'everyone' || session.visitor) && (!agent || forAgents),
        ),
      ),
    prepare(action, given) {
      if (action.parameters.length === 0) return { prepared: { action, values: {}, shown: [] } };
      const entries = typeof given === 'object' && given !== null ? Object.entries(given) : [];
      const [[name, value] = ['', undefined], ...others] = entries;
      const isRight =
        name === 'orderNumber' && typeof value === 'string' && /^\d{5}$/.test(value) && others.length === 0;
      if (!isRight) return { problems: ['Order number has not the right form.'] };
      return {
        prepared: {
          action,
          values: { orderNumber: value },
          ...(action.method !== 'GET' && { question: `Cancel order ${value}?` }),
          shown: [{ label: 'Order number', value }],
        },
      };
    },
    async run({ action, values }, caller, { signal, idempotencyKey }) {
      signal.throwIfAborted();
      const seen = { name: action.name, values, caller, idempotencyKey };
      runs.push(seen);
      return await actions.answer(seen);
    },
  };
  return actions;
}
