import type { ActionEdit, ActionParameter } from '../src/actions/records/action.ts';

const ORDER_NUMBER: ActionParameter = {
  name: 'orderNumber',
  label: 'Order number',
  description: 'Five digits, as in the confirmation of the order.',
  type: { kind: 'text', pattern: '\\d{5}', maxLength: 5 },
  source: { from: 'model' },
  required: true,
};

const ORDER_FIELDS: ActionEdit['fields'] = [
  { path: 'number', label: ORDER_NUMBER.label, maxLength: 20 },
  { path: 'item', label: 'Item', maxLength: 100 },
  { path: 'state', label: 'State', maxLength: 40 },
  { path: 'deliveryDate', label: 'Delivery', maxLength: 20 },
];

const STATUSES: ActionEdit['statuses'] = [
  { status: 404, sentence: 'There is no such order in your account.' },
  { status: 409, sentence: 'The order has already been sent and can no longer be changed.' },
  { status: 422, sentence: 'We deliver on days from the day after tomorrow to 30 days ahead.' },
];

const COMMON = { audience: 'verified', statuses: STATUSES, forAgents: true, enabled: true } as const;

/** The actions of the bicycle shop's assistant. `api` is the URL of the order API. */
export const shopActions = (api: string): ActionEdit[] => [
  {
    ...COMMON,
    name: 'list_orders',
    title: 'Your orders',
    purpose:
      'Lists the orders of the customer with their numbers, states and delivery dates. Use it when the customer asks about an order without its number.',
    progress: 'Looking up your orders…',
    method: 'GET',
    url: `${api}/orders?customer={customerNumber}`,
    parameters: [
      {
        name: 'customerNumber',
        label: 'Customer number',
        description: '',
        type: { kind: 'text', maxLength: 20 },
        source: { from: 'visitor', claim: 'customer_number' },
        required: true,
      },
    ],
    fields: ORDER_FIELDS.map((field) => ({ ...field, path: `orders[].${field.path}` })),
    offeredFor: ['Which orders do I have?', 'Where is my order?'],
  },
  {
    ...COMMON,
    name: 'track_order',
    title: 'Track an order',
    purpose: 'Looks up the state and the delivery date of an order by its number.',
    progress: 'Looking up your order…',
    method: 'GET',
    url: `${api}/orders/{orderNumber}`,
    parameters: [ORDER_NUMBER],
    fields: ORDER_FIELDS,
    offeredFor: ['Where is my order?', 'When does my order arrive?'],
  },
  {
    ...COMMON,
    name: 'change_delivery_date',
    title: 'Change the delivery date',
    purpose: 'Changes the day on which an order is delivered, if it has not been sent.',
    progress: 'Changing the delivery date…',
    method: 'PATCH',
    url: `${api}/orders/{orderNumber}`,
    body: '{ "deliveryDate": "{deliveryDate}" }',
    confirmation: 'Deliver order {orderNumber} on {deliveryDate}?',
    parameters: [
      ORDER_NUMBER,
      {
        name: 'deliveryDate',
        label: 'Delivery date',
        description: 'The new day.',
        type: { kind: 'date' },
        source: { from: 'model' },
        required: true,
      },
    ],
    fields: ORDER_FIELDS,
    offeredFor: ['Can I change the delivery date?'],
  },
  {
    ...COMMON,
    name: 'cancel_order',
    title: 'Cancel an order',
    purpose: 'Cancels an order that has not been sent.',
    progress: 'Canceling your order…',
    method: 'DELETE',
    url: `${api}/orders/{orderNumber}`,
    confirmation: 'Cancel order {orderNumber}?',
    parameters: [ORDER_NUMBER],
    fields: ORDER_FIELDS,
    offeredFor: ['Can I cancel my order?'],
  },
];
