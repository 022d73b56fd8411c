import { expect, test } from 'vitest';
import { requestIdOf } from '../../src/http/common-headers.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const UUID = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6';
const requestId = (traceparent: string | undefined) =>
  requestIdOf({ header: (name) => (name === 'traceparent' ? traceparent : undefined) }, () => UUID);

test.each([`00-${TRACE}-${PARENT}-01`, `00-${TRACE}-${PARENT}-00`, `cc-${TRACE}-${PARENT}-01-later`])(
  'the request id is the trace id of the traceparent %s',
  (traceparent) => {
    expect(requestId(traceparent)).toBe(TRACE);
  },
);

test.each([
  undefined,
  '',
  `00-${'0'.repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `ff-${TRACE}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-01-more`,
  `cc-${TRACE}-${PARENT}-01more`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`,
])('an invalid traceparent is ignored: %j', (traceparent) => {
  expect(requestId(traceparent)).toBe(UUID.replaceAll('-', ''));
});
