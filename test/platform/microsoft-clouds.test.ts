import { expect, test } from 'vitest';
import { microsoftCloud } from '../../src/platform/rules/microsoft-clouds.ts';

test.each([
  ['https://login.microsoftonline.com', undefined, 'https://graph.microsoft.com', 'teams.microsoft.com', ''],
  [
    'https://login.microsoftonline.us/',
    undefined,
    'https://graph.microsoft.us',
    'gov.teams.microsoft.us',
    'USGov',
  ],
  [
    'https://login.microsoftonline.us',
    'https://dod-graph.microsoft.us/',
    'https://dod-graph.microsoft.us',
    'dod.teams.microsoft.us',
    'USGov',
  ],
  [
    'https://login.partner.microsoftonline.cn',
    undefined,
    'https://microsoftgraph.chinacloudapi.cn',
    'teams.microsoftonline.cn',
    'China',
  ],
  ['http://127.0.0.1:1', 'http://127.0.0.1:2/', 'http://127.0.0.1:2', 'teams.microsoft.com', ''],
  [
    'https://login.microsoftonline.us',
    'http://127.0.0.1:2',
    'http://127.0.0.1:2',
    'gov.teams.microsoft.us',
    'USGov',
  ],
])(
  'the sign-in %s and the endpoint %s belong to the cloud with %s',
  (authority, graph, origin, teamsHost, suffix) => {
    expect(microsoftCloud({ authority, graph })).toEqual({
      graph: origin,
      teamsHost,
      exchangeAudience: `api://AzureADTokenExchange${suffix}`,
    });
  },
);
