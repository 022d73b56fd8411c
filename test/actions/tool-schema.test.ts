import { expect, test } from 'vitest';
import { formOf, toolOf } from '../../src/actions/rules/tool-schema.ts';
import { asked, cancelOrder, findOrder } from '../support/parts/order-actions.ts';

test('the tool for the model has the values that the model may give, without identity and fixed values', () => {
  const { parameters, ...tool } = toolOf(cancelOrder());
  expect(tool).toMatchObject({
    name: 'cancel_order',
    purpose: expect.stringContaining('the visitor confirms it'),
  });
  expect(parameters).toEqual({
    type: 'object',
    properties: {
      order: { type: 'string', description: 'Order number' },
      reason: { type: 'string', description: 'Reason' },
    },
    required: ['order'],
    additionalProperties: false,
  });
});

test('each type has its schema, and its field in a form', () => {
  const action = findOrder({
    parameters: [
      asked('a', { type: { kind: 'number', whole: true, minimum: 1, maximum: 9 } }),
      asked('b', { type: { kind: 'number' }, description: 'In euros' }),
      asked('c', { type: { kind: 'choice', options: ['x', 'y'] }, required: false }),
      asked('d', { type: { kind: 'date' } }),
      asked('e', { type: { kind: 'text', pattern: '[0-9]{5}', maxLength: 5 } }),
      asked('f', { source: { from: 'fixed', value: 'z' } }),
    ],
  });
  expect(toolOf(action).parameters['properties']).toEqual({
    a: { type: 'integer', description: 'a', minimum: 1, maximum: 9 },
    b: { type: 'number', description: 'b. In euros' },
    c: { type: 'string', description: 'c', enum: ['x', 'y'] },
    d: { type: 'string', description: 'd. A date as YYYY-MM-DD' },
    e: { type: 'string', description: 'e. Matches [0-9]{5}', maxLength: 5 },
  });
  expect(formOf(action)).toEqual([
    { name: 'a', label: 'a', type: 'number', required: true },
    { name: 'b', label: 'b', type: 'number', required: true },
    { name: 'c', label: 'c', type: 'choice', options: ['x', 'y'], required: false },
    { name: 'd', label: 'd', type: 'date', required: true },
    { name: 'e', label: 'e', type: 'text', required: true },
  ]);
});
