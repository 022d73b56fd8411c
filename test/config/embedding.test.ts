import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { watchedEmbedding } from '../../src/config/embedding.ts';
import { AppError } from '../../src/core/errors.ts';

const AZURE = { AZURE_OPENAI_ENDPOINT: 'https://model.example', AZURE_OPENAI_DEPLOYMENT: 'assistant' };

test.each([
  ['no settings', {}, { kind: 'off' }],
  ['only a language model', { ...AZURE }, { kind: 'off' }],
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
    'only an API key of the provider',
    { OPENAI_API_KEY: 'key', OPENAI_MODEL: 'gpt-5-mini', EMBEDDING_MODEL: 'text-embedding-3-large' },
    {
      kind: 'openai',
      baseUrl: 'https://api.openai.com/v1',
      apiKey: 'key',
      model: 'text-embedding-3-large',
      dimensions: 1024,
    },
  ],
])('the embedding model with %s', (_name, settings, expected) => {
  expect(readConfig(settings).embedding).toEqual(expected);
});

describe('the price of an embedding model', () => {
  test.each([
    ['is the list price of a known model', { EMBEDDING_DEPLOYMENT: 'text-embedding-3-small-1' }, 0.02],
    ['is unknown for another model', { EMBEDDING_DEPLOYMENT: 'other' }, undefined],
  ])('%s', (_name, settings, price) => {
    expect(readConfig({ ...AZURE, ...settings }).embeddingPrice).toBe(price);
  });
});

test.each([
  ['EMBEDDING_DEPLOYMENT', { EMBEDDING_DEPLOYMENT: 'meaning' }],
  ['EMBEDDING_MODEL', { ...AZURE, EMBEDDING_DEPLOYMENT: 'meaning', EMBEDDING_MODEL: 'other' }],
  ['OPENAI_BASE_URL', { EMBEDDING_MODEL: 'bge-m3' }],
])('a wrong %s is reported at the start', (setting, settings) => {
  let thrown: unknown;
  try {
    readConfig(settings);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(AppError);
  expect(thrown).toMatchObject({ code: 'misconfigured', details: { setting } });
});

test('the retirement date of a known embedding model is monitored only in Azure', () => {
  const watched = (settings: Record<string, string>) => watchedEmbedding(readConfig(settings).embedding);
  expect(watched({ ...AZURE, EMBEDDING_DEPLOYMENT: 'text-embedding-3-small-1' })).toEqual({
    model: 'text-embedding-3-small-1',
    retiresFrom: '2027-04-15',
  });
  expect(watched({ ...AZURE, EMBEDDING_DEPLOYMENT: 'own' })).toEqual({ model: 'own' });
  const server = { OPENAI_API_KEY: 'key', OPENAI_MODEL: 'gpt-5-mini' };
  expect(watched({ ...server, EMBEDDING_MODEL: 'text-embedding-3-small' })).toEqual({
    model: 'text-embedding-3-small',
  });
  expect(watched(server)).toBeUndefined();
});
