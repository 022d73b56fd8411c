import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { AppError } from '../../src/core/errors.ts';

const CLOUD = {
  AZURE_ENVIRONMENT: 'AzureCloud',
  WEBSITE_HOSTNAME: 'chat-abc.azurewebsites.net',
  COSMOS_ENDPOINT: 'https://c.example',
  KEY_VAULT_URL: 'https://v.example',
  WEB_PUBSUB_ENDPOINT: 'https://p.example',
  AZURE_OPENAI_ENDPOINT: 'https://o.example',
  AZURE_OPENAI_DEPLOYMENT: 'chat',
  APPLICATIONINSIGHTS_CONNECTION_STRING: 'InstrumentationKey=0',
};

test('only the local host reads websites on this machine', () => {
  expect(readConfig({}).websites.isLocal).toBe(true);
  expect(readConfig(CLOUD).websites.isLocal).toBe(false);
});

test('website owners are referred to an address under the host name of the service', () => {
  expect(readConfig({}).websites.aboutOrigin).toBe('http://localhost:7071');
  expect(readConfig(CLOUD).websites.aboutOrigin).toBe('https://chat-abc.azurewebsites.net');
  expect(readConfig({ ...CLOUD, PUBLIC_HOSTS: 'chat.example.com' }).websites.aboutOrigin).toBe(
    'https://chat.example.com',
  );
});

test('the proxy setting must be an http or https address', () => {
  expect(readConfig({}).websites.proxy).toBeUndefined();
  expect(
    readConfig({ HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY: '.internal' }).websites.proxy,
  ).toEqual({
    address: 'http://proxy.example:3128',
    noProxy: '.internal',
  });
  expect(() => readConfig({ HTTPS_PROXY: 'proxy.example:3128' })).toThrow(AppError);
});
