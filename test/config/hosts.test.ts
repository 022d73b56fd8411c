import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import type { Environment } from '../../src/config/settings.ts';
import { AppError } from '../../src/core/errors.ts';

const CLOUD = {
  WEBSITE_SKU: 'FlexConsumption',
  COSMOS_ENDPOINT: 'https://store.example',
  KEY_VAULT_URL: 'https://vault.example',
  WEB_PUBSUB_ENDPOINT: 'https://hub.example',
  AZURE_OPENAI_ENDPOINT: 'https://model.example',
  AZURE_OPENAI_DEPLOYMENT: 'chat',
};

function wrongSetting(environment: Environment): unknown {
  return refusal(environment).setting;
}

function refusal(environment: Environment): AppError['details'] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof AppError) return error.details;
    throw error;
  }
  return {};
}

test('in the cloud the hosts of the service are the host name of the platform and the custom domains', () => {
  const names = { WEBSITE_HOSTNAME: 'Chat-abc.azurewebsites.net', PUBLIC_HOSTS: 'chat.example.com' };
  expect(readConfig({ ...CLOUD, ...names }).hosts).toEqual([
    'chat-abc.azurewebsites.net',
    'chat.example.com',
  ]);
  expect(readConfig(CLOUD).hosts).toEqual([]);
});

test('the local host accepts only the host names of the loopback with its port', () => {
  const { hosts, local } = readConfig({ PORT: '7171', WEBSITE_HOSTNAME: 'chat.example.com' });
  expect(hosts).toEqual(['localhost:7171', '127.0.0.1:7171']);
  expect(local.host).toBe('127.0.0.1');
});

test.each([
  ['PUBLIC_HOSTS', 'https://chat.example.com'],
  ['PUBLIC_HOSTS', 'chat.example.com/x'],
  ['PUBLIC_HOSTS', '*.example.com'],
  ['HOST', 'http://127.0.0.1'],
  ['HOST', '127.0.0.1:7071'],
  ['HOST', '[::1]'],
  ['CONTROL_PLANE_URL', 'https://a;b.example'],
  ['KEY_VAULT_URL', 'http://vault.example'],
  ['UPLOADS_URL', 'http://127.0.0.1:10000'],
  ['EMAIL_ENDPOINT', 'http://mail.example'],
  ['PLAN_ID', 'gold'],
  ['PLAN_ID', 'Start'],
  ['AZURE_OPENAI_ENDPOINT', "https://a;script-src'none'.example"],
])('%s=%s is refused with the name of the setting', (name, value) => {
  expect(wrongSetting({ [name]: value })).toBe(name);
});

test.each([
  ['https://münchen.example', 'is invalid: write https://xn--mnchen-3ya.example'],
  ['https://a.example/', '“https://a.example/” is invalid'],
])('the refusal of the origin %s names the form that browsers send', (origin, end) => {
  expect(String(refusal({ ALLOWED_ORIGINS: origin })['expected']).replace(/\.$/, '')).toMatch(
    new RegExp(`${end}$`),
  );
});

test.each(['127.0.0.1', '0.0.0.0', '::1', '::', '192.0.2.7', 'localhost', 'my-machine.local'])(
  'the local host may listen on %s',
  (host) => {
    expect(readConfig({ HOST: host }).local.host).toBe(host);
  },
);

test('an invalid host name of the platform is refused', () => {
  expect(wrongSetting({ ...CLOUD, WEBSITE_HOSTNAME: 'a b' })).toBe('WEBSITE_HOSTNAME');
});
