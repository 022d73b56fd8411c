import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { CLOUD_COMPONENTS } from '../support/service/settings.ts';

const PRICES = [
  ['MODEL_INPUT_PRICE', 'input'],
  ['MODEL_CACHED_INPUT_PRICE', 'cachedInput'],
  ['MODEL_OUTPUT_PRICE', 'output'],
] as const;

describe.each(PRICES)('%s', (setting, price) => {
  test.each(['cheap', '0,25', '$0.25', '-0.25', '100001', 'NaN', 'Infinity'])(
    'refuses %s, with its name and the expected format',
    (value) => {
      const expected = 'US dollars per million tokens, for example 0.25';
      expect(() => readConfig({ [setting]: value })).toThrow(
        expect.objectContaining({
          code: 'misconfigured',
          details: expect.objectContaining({
            setting,
            expected: expect.stringContaining(expected) as unknown,
          }),
        }),
      );
    },
  );

  test.each(['cheap', '0,25', '-0.25', ' 0.25'])(
    'does not stop the start in the cloud if it is %s',
    (value) => {
      const cloud = { WEBSITE_POD_NAME: 'pod', ...CLOUD_COMPONENTS };
      const { prices, wrongPrices } = readConfig({ ...cloud, [setting]: value });
      expect([prices, wrongPrices]).toEqual(['unknown', [setting]]);
      expect(readConfig({ ...cloud, [setting]: '0.25' })).toMatchObject({
        prices: { [price]: 0.25 },
        wrongPrices: [],
      });
    },
  );

  test('accepts a price, an empty value as unknown, and 0 as free', () => {
    expect(readConfig({ [setting]: '0.025' }).prices).toEqual({ [price]: 0.025 });
    expect(readConfig({ [setting]: '0' }).prices).toEqual({ [price]: 0 });
    for (const none of ['', '  ', undefined]) expect(readConfig({ [setting]: none }).prices).toEqual({});
  });
});
