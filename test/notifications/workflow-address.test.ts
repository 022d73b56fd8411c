import { describe, expect, test } from 'vitest';
import {
  MAX_WORKFLOW_ADDRESS_LENGTH,
  REFUSED_ADDRESS,
  workflowAddress,
  type WorkflowAddressRefusal,
} from '../../src/notifications/rules/workflow-address.ts';

const ENVIRONMENT = 'default0123456789abcdef0123456789abcd.ef';
const HOST = `${ENVIRONMENT}.environment.api.powerplatform.com`;
const PATH = '/powerautomate/automations/direct/workflows/0123456789abcdef0123456789abcdef';
const TRIGGER = '/triggers/manual/paths/invoke';
const QUERY = '?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=c2lnbmF0dXJl';
const at = (host: string, rest = PATH + TRIGGER + QUERY) => `https://${host}${rest}`;

describe('the addresses of Teams workflows are accepted', () => {
  test.each([
    ['with its port, as Teams shows it', at(`${HOST}:443`)],
    ['without a port', at(HOST)],
    ['with white space around it, from the clipboard', `\n  ${at(HOST)} \n`],
    ['in upper case', at(HOST.toUpperCase())],
    ['with a slash at the end of the path', at(HOST, `${PATH}${TRIGGER}/${QUERY}`)],
    [
      'with a scale unit in its path',
      at(HOST, `${PATH.replace('direct/', 'direct/cu/29/')}${TRIGGER}${QUERY}`),
    ],
    ['of an environment that is not the default', at(`0123456789abcdef0123456789abcd.0f.${HOST.slice(41)}`)],
    ['of the US government', at(`${ENVIRONMENT}.environment.api.gov.powerplatform.microsoft.us`)],
    ['of GCC High', at(`${ENVIRONMENT}.environment.api.high.powerplatform.microsoft.us`)],
    ['of the US Department of Defense', at(`${ENVIRONMENT}.environment.api.appsplatform.us`)],
    ['of China', at(`${ENVIRONMENT}.environment.api.powerplatform.partner.microsoftonline.cn`)],
  ])('%s', (_case, text) => {
    const address = workflowAddress(text);
    expect(address).toHaveProperty('url');
    if ('url' in address) expect([address.url.port, address.url.hash]).toEqual(['', '']);
  });

  test('the fragment of an address is removed', () => {
    const address = workflowAddress(`${at(HOST)}#part`);
    expect('url' in address && address.url.href).toBe(at(HOST));
  });
});

describe('other addresses are refused with a reason', () => {
  const table: Record<WorkflowAddressRefusal, readonly string[]> = {
    'not-an-address': [
      '',
      'workflow',
      HOST,
      `https://user@${HOST}${PATH}${TRIGGER}${QUERY}`,
      `https://user:secret@${HOST}${PATH}${TRIGGER}${QUERY}`,
      `https://${HOST}@evil.example${PATH}${TRIGGER}${QUERY}`,
      `https://${HOST}\\@evil.example${PATH}${TRIGGER}${QUERY}`,
      `https://${HOST}\t.evil.example${PATH}${TRIGGER}${QUERY}`,
      `${at(HOST)}\nhttps://evil.example`,
      at(HOST, `${PATH}${TRIGGER}\u0000${QUERY}`),
      `${at(HOST)}${'x'.repeat(MAX_WORKFLOW_ADDRESS_LENGTH)}`,
      'https://[::1',
      'https://999.1.1.1/',
    ],
    'not-https': [
      at(HOST).replace('https', 'http'),
      at(HOST).replace('https', 'ftp'),
      `file://${HOST}${PATH}${TRIGGER}${QUERY}`,
      'javascript:alert(1)',
      'data:text/plain,x',
    ],
    ended: [
      'https://prod-12.westeurope.logic.azure.com:443/workflows/0123/triggers/manual/paths/invoke?sig=x',
      'https://contoso.webhook.office.com/webhookb2/0123',
    ],
    'unknown-host': [
      // Private, loopback, link-local and metadata addresses, in every spelling that a URL has for them.
      ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0', 'localhost', '0.0.0.0'],
      ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '169.254.129.1', '168.63.129.16'],
      ...[
        '[::1]',
        '[::]',
        '[fe80::1]',
        '[fd00::1]',
        '[::ffff:127.0.0.1]',
        '[::ffff:a9fe:a9fe]',
        '[64:ff9b::7f00:1]',
      ],
      // Names that look alike.
      'evil.example',
      'environment.api.powerplatform.com',
      '.environment.api.powerplatform.com',
      'api.powerplatform.com',
      `${HOST}.evil.example`,
      `${HOST}.`,
      `${HOST}..`,
      `${ENVIRONMENT}.environment.api.powerplatform.com.evil.example`,
      `${ENVIRONMENT}-environment.api.powerplatform.com`,
      `${ENVIRONMENT}.environment-api.powerplatform.com`,
      `${ENVIRONMENT}.xenvironment.api.powerplatform.com`,
      `a.b.c.environment.api.powerplatform.com`,
      `${ENVIRONMENT}.environment.api.powerplatform.co`,
      `${ENVIRONMENT}.environment.api.powerplatform.com.cn`,
      // Cyrillic letters: their name is another one, in Punycode.
      `${ENVIRONMENT}.environment.api.pоwerplatform.com`,
      `${ENVIRONMENT}.environment.аpi.powerplatform.com`,
      `xn--d1acufc.${ENVIRONMENT}.environment.api.powerplatform.com`,
      'logic.azure.com.evil.example',
    ].map((host) => at(host)),
    'other-port': [at(`${HOST}:80`), at(`${HOST}:8443`), at(`${HOST}:22`), at(`${HOST}:4443`)],
    'not-a-workflow': [
      at(HOST, ''),
      at(HOST, `/${QUERY}`),
      at(HOST, `${PATH}${QUERY}`),
      at(HOST, `/copilotstudio/x${QUERY}`),
      at(HOST, `${PATH}/../../../../../admin${QUERY}`),
      at(HOST, `${PATH}/%2e%2e/%2e%2e${QUERY}`),
      at(HOST, `${PATH}%2Fx${TRIGGER}${QUERY}`),
      at(HOST, `${PATH}${TRIGGER}/more${QUERY}`),
      at(HOST, `/x${PATH}${TRIGGER}${QUERY}`),
    ],
    'signature-missing': [
      at(HOST, `${PATH}${TRIGGER}`),
      at(HOST, `${PATH}${TRIGGER}?api-version=1`),
      at(HOST, `${PATH}${TRIGGER}?sig=`),
    ],
  };

  test.each(Object.entries(table).flatMap(([reason, texts]) => texts.map((text) => [text, reason] as const)))(
    '%j: %s',
    (text, reason) => {
      expect(workflowAddress(text)).toEqual({ refused: reason });
    },
  );

  test('a reason contains no part of the address', () => {
    for (const sentence of Object.values(REFUSED_ADDRESS)) expect(sentence).not.toMatch(/sig=|powerplatform/);
  });
});
