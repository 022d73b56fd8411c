import { expect, test } from 'vitest';
import {
  BLANK_ACTION,
  missingParameters,
  newParameter,
} from '../../src/web/dashboard/settings/assistants/actions/action-edit.ts';

const action = {
  ...BLANK_ACTION.edit,
  url: 'https://api.example/orders/{order}',
  body: '{ "day": "{day}", "order": "{order}" }',
};

test('the page names the parameters that an action uses and does not have yet', () => {
  expect(missingParameters({ ...action, method: 'POST' })).toEqual(['order', 'day']);
  expect(missingParameters({ ...action, method: 'POST', parameters: [newParameter('order')] })).toEqual([
    'day',
  ]);
});

test('the body of a look-up is not sent, so its parameters are not missing', () => {
  expect(missingParameters({ ...action, method: 'GET' })).toEqual(['order']);
});
