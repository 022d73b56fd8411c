import { describe, expect, test } from 'vitest';
import { readControlPlaneConfig } from '../../src/config/control-plane.ts';
import { readConfig } from '../../src/config/config.ts';
import { CLOUD_COMPONENTS } from '../support/service/settings.ts';

describe.each([
  ['any plan, by a setting of the template', { AZURE_ENVIRONMENT: 'AzureCloud' }],
  ['an App Service plan', { WEBSITE_INSTANCE_ID: 'a1b2' }],
  ['Flex Consumption', { WEBSITE_POD_NAME: '0--a1b2', WEBSITE_SKU: 'FlexConsumption' }],
])('an instance of %s', (_plan, told) => {
  test('runs in the cloud, and a missing component is an error', () => {
    expect(readConfig({ ...told, ...CLOUD_COMPONENTS })).toMatchObject({ cloud: true });
    for (const missing of ['COSMOS_ENDPOINT', 'KEY_VAULT_URL', 'WEB_PUBSUB_ENDPOINT']) {
      const rest = { ...CLOUD_COMPONENTS, [missing]: undefined };
      expect(() => readConfig({ ...told, ...rest })).toThrow(
        expect.objectContaining({
          code: 'misconfigured',
          details: expect.objectContaining({ setting: missing }),
        }),
      );
    }
  });

  test('of the control plane must require a token for reports', () => {
    const settings = { ...told, COSMOS_ENDPOINT: CLOUD_COMPONENTS.COSMOS_ENDPOINT };
    expect(() => readControlPlaneConfig(settings, '.data')).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ setting: 'REPORT_TENANT_ID' }) }),
    );
  });
});

test('an instance elsewhere needs no settings', () => {
  expect(readConfig({})).toMatchObject({ cloud: false });
});

describe('an identity sends its token only over TLS, even to the same machine', () => {
  test.each(['COSMOS_ENDPOINT', 'KEY_VAULT_URL', 'WEB_PUBSUB_ENDPOINT'])('%s', (setting) => {
    const plain = { ...CLOUD_COMPONENTS, [setting]: 'http://localhost:8081' };
    for (const environment of [plain, { ...plain, WEBSITE_INSTANCE_ID: 'a1b2' }]) {
      expect(() => readConfig(environment)).toThrow(
        expect.objectContaining({ code: 'misconfigured', details: expect.objectContaining({ setting }) }),
      );
    }
  });

  test.each([
    [{ COSMOS_ENDPOINT: 'http://localhost:8081', COSMOS_KEY: 'key' }],
    [{ WEB_PUBSUB_ENDPOINT: 'http://localhost:8080', WEB_PUBSUB_CONNECTION_STRING: 'Endpoint=…' }],
  ])('an emulator with a key needs no TLS: %j', (emulator) => {
    expect(readConfig({ ...CLOUD_COMPONENTS, ...emulator })).toMatchObject({ cloud: false });
  });

  test('for the store of the control plane', () => {
    expect(() => readControlPlaneConfig({ COSMOS_ENDPOINT: 'http://localhost:8081' }, '.data')).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ setting: 'COSMOS_ENDPOINT' }) }),
    );
  });
});
