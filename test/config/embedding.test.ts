import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { AppError } from '../../src/domain/errors.ts';

const AZURE = { AZURE_OPENAI_ENDPOINT: 'https://model.example', AZURE_OPENAI_DEPLOYMENT: 'assistant' };

test.each([
  ['nothing', {}, { kind: 'off' }],
  ['a model alone', { ...AZURE }, { kind: 'off' }],
  [
    'a deployment of a known model',
    { ...AZURE, EMBEDDING_DEPLOYMENT: 'text-embedding-3-small-1' },
    {
      kind: 'azure-openai',
      endpoint: 'https://model.example',
      deployment: 'text-embedding-3-small-1',
      dimensions: 512,
    },
  ],
  [
    'a model of the same server, with its key',
    {
      OPENAI_BASE_URL: 'http://localhost:11434/v1',
      OPENAI_API_KEY: 'key',
      OPENAI_MODEL: 'llama3.2',
      EMBEDDING_MODEL: 'nomic-embed-text',
    },
    { kind: 'openai', baseUrl: 'http://localhost:11434/v1', apiKey: 'key', model: 'nomic-embed-text' },
  ],
  [
    'a key alone, for the provider',
    { OPENAI_API_KEY: 'key', OPENAI_MODEL: 'gpt-5-mini', EMBEDDING_MODEL: 'text-embedding-3-large' },
    {
      kind: 'openai',
      baseUrl: 'https://api.openai.com/v1',
      apiKey: 'key',
      model: 'text-embedding-3-large',
      dimensions: 1024,
    },
  ],
])('%s', (_name, settings, expected) => {
  expect(readConfig(settings).embedding).toEqual(expected);
});

describe('the price', () => {
  test.each([
    ['is the list price of a known model', { EMBEDDING_DEPLOYMENT: 'text-embedding-3-small-1' }, 0.02],
    ['is not known of another model', { EMBEDDING_DEPLOYMENT: 'other' }, undefined],
  ])('%s', (_name, settings, price) => {
    expect(readConfig({ ...AZURE, ...settings }).embeddingPrice).toBe(price);
  });
});

test.each([
  ['EMBEDDING_DEPLOYMENT', { EMBEDDING_DEPLOYMENT: 'meaning' }],
  ['EMBEDDING_MODEL', { ...AZURE, EMBEDDING_DEPLOYMENT: 'meaning', EMBEDDING_MODEL: 'other' }],
  ['OPENAI_BASE_URL', { EMBEDDING_MODEL: 'bge-m3' }],
])('a wrong %s is named at the start', (setting, settings) => {
  let thrown: unknown;
  try {
    readConfig(settings);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(AppError);
  expect(thrown).toMatchObject({ code: 'misconfigured', details: { setting } });
});
