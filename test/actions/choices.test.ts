import { describe, expect, test } from 'vitest';
import { lookupOfChoices, offerWithChoices } from '../../src/actions/rules/choices.ts';
import { offerOf } from '../../src/actions/rules/offers.ts';
import { asked, cancelOrder, findOrder } from '../support/parts/order-actions.ts';

const list = (more: object = {}) =>
  findOrder({
    name: 'list_orders',
    url: 'https://api.shop.example/orders',
    parameters: [asked('customer', { source: { from: 'visitor', claim: 'id' } })],
    fields: [
      { path: 'orders[].number', label: 'Order number', maxLength: 20 },
      { path: 'orders[].deliveryDate', label: 'Delivery', maxLength: 20 },
    ],
    ...more,
  });
const offer = offerOf(findOrder());

describe('the choices of a field', () => {
  test('come from a lookup without parameters whose list has a field with the same label', () => {
    const lookup = list();
    expect(lookupOfChoices(offer, [findOrder(), lookup])).toBe(lookup);
  });

  test.each([
    ['with input', { parameters: [asked('customer')] }],
    ['that changes something', { method: 'POST' }],
    ['with another label', { fields: [{ path: 'orders[].number', label: 'Order', maxLength: 20 }] }],
    ['without a list', { fields: [{ path: 'number', label: 'Order number', maxLength: 20 }] }],
  ])('do not come from an action %s', (_kind, more) => {
    expect(lookupOfChoices(offer, [list(more)])).toBeUndefined();
  });

  test('are given to text fields only', () => {
    const fields = [{ name: 'order', label: 'Order number', type: 'number' as const, required: true }];
    expect(lookupOfChoices({ fields }, [list()])).toBeUndefined();
  });
});

describe('an offer with choices', () => {
  const item = (number: string, date: string, at?: string) => [
    { label: 'Order number', value: number, ...(at !== undefined && { item: at }) },
    { label: 'Delivery', value: date, ...(at !== undefined && { item: at }) },
  ];

  test('shows each value with the others of its item, in words of the language', () => {
    const data = [...item('10423', '2026-12-04', '1'), ...item('10391', '2026-12-05', '2')];
    expect(offerWithChoices(offer, data, 'de').fields).toEqual([
      {
        name: 'order',
        label: 'Order number',
        type: 'choice',
        options: ['10423', '10391'],
        optionLabels: ['10423 · 4. Dezember 2026', '10391 · 5. Dezember 2026'],
        required: true,
      },
    ]);
  });

  test('has one choice if the list has one item', () => {
    const [field] = offerWithChoices(offer, item('10423', 'soon')).fields;
    expect(field).toMatchObject({ options: ['10423'], optionLabels: ['10423 · soon'] });
  });

  test('keeps its text field if there is no data or the list may be cut off', () => {
    expect(offerWithChoices(offer, [])).toEqual(offer);
    const long = Array.from({ length: 20 }, (_, at) => item(`${10_000 + at}`, 'soon', `${at + 1}`)).flat();
    expect(offerWithChoices(offer, long)).toEqual(offer);
    expect(offerWithChoices(offer, long.slice(2)).fields[0]?.options).toHaveLength(19);
  });

  test('does not change fields with other labels', () => {
    const { fields } = offerOf(cancelOrder());
    expect(offerWithChoices({ ...offer, fields }, [{ label: 'Else', value: '1' }]).fields).toEqual(fields);
  });
});
