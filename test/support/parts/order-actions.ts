import { ActionEdit, type ActionParameter } from '../../../src/actions/records/action.ts';

/** A parameter that a model or a form fills in. */
export function asked(name: string, more: Partial<ActionParameter> = {}): ActionParameter {
  return {
    name,
    label: name,
    description: '',
    type: { kind: 'text' },
    source: { from: 'model' },
    required: true,
    ...more,
  };
}

/** Looks up an order of the shop. */
export function findOrder(more: object = {}): ActionEdit {
  return ActionEdit.parse({
    name: 'find_order',
    title: 'Track an order',
    purpose: 'Where an order is. Use it where the visitor asks for an order.',
    method: 'GET',
    url: 'https://api.shop.example/orders/{order}',
    parameters: [asked('order', { label: 'Order number' })],
    audience: 'everyone',
    fields: [{ path: 'status', label: 'Status', maxLength: 100 }],
    statuses: [{ status: 404, sentence: 'There is no such order.' }],
    enabled: true,
    ...more,
  });
}

/** Cancels an order of a verified visitor. */
export function cancelOrder(more: object = {}): ActionEdit {
  return findOrder({
    name: 'cancel_order',
    title: 'Cancel an order',
    method: 'POST',
    url: 'https://api.shop.example/orders/{order}/cancel',
    body: '{"reason":"{reason}","by":"{customer}","source":"chat"}',
    parameters: [
      asked('order', { label: 'Order number' }),
      asked('reason', { label: 'Reason', required: false }),
      asked('customer', { source: { from: 'visitor', claim: 'id' } }),
    ],
    audience: 'verified',
    confirmation: 'Cancel order {order}?',
    ...more,
  });
}
