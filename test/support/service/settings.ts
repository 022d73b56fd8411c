/** Settings that raise the rate limits. */
export const UNLIMITED = {
  RATE_LIMIT_IP_PER_MINUTE: '1000000',
  RATE_LIMIT_SESSION_PER_MINUTE: '1000000',
  RATE_LIMIT_IP_READS_PER_MINUTE: '1000000',
};

/** Settings with the URLs of a deployment's cloud components, for tests that never call them. */
export const CLOUD_COMPONENTS = {
  COSMOS_ENDPOINT: 'https://database.example',
  KEY_VAULT_URL: 'https://vault.example',
  WEB_PUBSUB_ENDPOINT: 'https://realtime.example',
  AZURE_OPENAI_ENDPOINT: 'https://model.example',
  AZURE_OPENAI_DEPLOYMENT: 'assistant',
};
