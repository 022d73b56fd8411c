import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { Issues, LinesField } from '../../src/web/ui/field.tsx';

test('an issue of a list names its line, although empty lines are not sent', () => {
  const issues = [{ path: 'origins.1', message: 'must be an origin' }];
  const html = renderToString(
    <Issues.Provider value={{ issues, saves: 0, onCorrected: () => undefined }}>
      <LinesField
        path="origins"
        label="Sites"
        values={['', 'https://shop.example', '', 'shop']}
        rows={4}
        onChange={() => undefined}
      />
    </Issues.Provider>,
  );
  expect(html).toContain('“shop” must be an origin.');
});
