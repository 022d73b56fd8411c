import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  CUSTOMER_SETTINGS,
  EXTRA_SETTINGS,
  OF_THE_TEMPLATE,
  PUBLISHER_SETTINGS,
} from '../../scripts/infra/live-settings.ts';
import { Settings } from '../../src/config/config.ts';
import { ControlPlaneSettings } from '../../src/config/control-plane.ts';
import { bicepFile, INFRA, type BicepFile } from './support/bicep.ts';

/** Settings that a template gives the app itself, as a compiled object of names and values. */
function givenBy({ text }: BicepFile): Map<string, string> {
  const [, block = ''] = /union\((?:extra|further)Settings, \{\n([^]*?)\n\s*\}/.exec(text) ?? [];
  return new Map(
    Array.from(block.matchAll(/^\s*(\w+): (.+)$/gm), ([, name = '', value = '']) => [name, value]),
  );
}
const doc = (name: string) => readFileSync(join(INFRA, '../docs', name), 'utf8');
/** The settings that the first table below a heading names in its first column. */
function tableOf(text: string, heading: string): string[] {
  const [, after = ''] = text.split(`${heading}\n`);
  const [section = ''] = after.split('\n## ');
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) =>
    Array.from((row.split('|')[1] ?? '').matchAll(/`(\w+)`/g), ([, name = '']) => name),
  );
}

/** Settings for the local host, for emulators, and keys, which no template sets. */
const NEVER_IN_THE_CLOUD = [
  'COSMOS_KEY',
  'WEB_PUBSUB_CONNECTION_STRING',
  'OPENAI_BASE_URL',
  'OPENAI_API_KEY',
  'OPENAI_MODEL',
  'SMTP_URL',
  'EMBEDDING_MODEL',
  'HOST',
  'PORT',
  'DEMO_PORT',
  'DATA_DIR',
  'LOCAL_CLOCK_OFFSET_HOURS',
];
/**
 * A key: it is set in the portal if the vault has failed, and removed again (docs/admin-key.md).
 */
const BY_HAND = ['ADMIN_KEY'];
const EXTRA_OF_THE_CONTROL_PLANE = [
  'LOG_LEVEL',
  'RATE_LIMIT_IP_PER_MINUTE',
  'RATE_LIMIT_IP_READS_PER_MINUTE',
];

/** azd puts a variable into a parameter's text without escaping it, but reads one for an object as JSON. */
test.each(['main.bicep', 'control-plane.bicep'])('%s takes extraSettings as an object', (path) => {
  expect(bicepFile(path).params.get('extraSettings')?.type).toBe('object');
});

describe('the settings of the runtime', () => {
  test('come from its template or extraSettings, or are never set in the cloud', () => {
    const given = [...givenBy(bicepFile('main.bicep')).keys()];
    expect([...given, ...EXTRA_SETTINGS, ...NEVER_IN_THE_CLOUD, ...BY_HAND].toSorted()).toEqual(
      Object.keys(Settings.shape).toSorted(),
    );
  });

  test('have a value from a parameter or a component', () => {
    for (const [name, value] of givenBy(bicepFile('main.bicep'))) {
      const params = [...bicepFile('main.bicep').params.keys()];
      const isDecided = params.some((param) => value.includes(param));
      expect([name, value, isDecided || /\.outputs\.|resourceGroup\(\)|environment\(\)/.test(value)]).toEqual(
        [name, value, true],
      );
    }
  });

  test('are kept or reported by an update if they are parameters', () => {
    const { params, ...file } = bicepFile('main.bicep');
    const ofParameters = Array.from(givenBy({ ...file, params })).flatMap(([name, value]) => {
      const [, param = ''] = /^(?:string\()?(?:'\$\{)?(\w+)/.exec(value) ?? [];
      return params.has(param) ? [[name, param]] : [];
    });
    expect({ ...CUSTOMER_SETTINGS, ...PUBLISHER_SETTINGS }).toEqual(Object.fromEntries(ofParameters));
  });

  test('are known to an update by their exact names if the template sets them', () => {
    const { text } = bicepFile('modules/app-settings.bicep');
    const [, block = ''] = /var platform = \{\n([^]*?)\n\}/.exec(text) ?? [];
    const ofThePlatform = Array.from(block.matchAll(/^ {2}(\w+): /gm), ([, name = '']) => name);
    const byParameter = { ...CUSTOMER_SETTINGS, ...PUBLISHER_SETTINGS };
    const others = [...givenBy(bicepFile('main.bicep')).keys()].filter((name) => !(name in byParameter));
    expect(OF_THE_TEMPLATE).toEqual([...ofThePlatform, ...others].toSorted());
  });

  test('are named in the description of extraSettings if they come from it', () => {
    const text = doc('deploy.md');
    for (const name of EXTRA_SETTINGS) expect([name, text.includes(`\`${name}\``)]).toEqual([name, true]);
  });
});

describe('the settings of the control plane', () => {
  const names = Object.keys(ControlPlaneSettings.shape);

  test('come from its template or extraSettings, or are never set in the cloud', () => {
    const given = [...givenBy(bicepFile('control-plane.bicep')).keys()];
    const never = names.filter((name) => NEVER_IN_THE_CLOUD.includes(name));
    expect([...given, ...EXTRA_OF_THE_CONTROL_PLANE, ...never].toSorted()).toEqual(names.toSorted());
  });

  test('are all in docs/deploy.md, except those of emulators', () => {
    const listed = tableOf(doc('deploy.md'), "## The publisher's control plane");
    expect(listed.toSorted()).toEqual(names.filter((name) => !NEVER_IN_THE_CLOUD.includes(name)).toSorted());
  });

  test('name identities by a parameter', () => {
    expect(givenBy(bicepFile('control-plane.bicep')).get('REPORT_REBIND')).toBe('reportRebind');
  });
});

describe('events', () => {
  const main = () => bicepFile('main.bicep').text;

  test('are off without a topic, and the topic’s endpoint overrides extraSettings', () => {
    expect(main()).toContain("param eventGridTopicId string = ''");
    expect(main()).toMatch(/module eventGridRole '[^']+' = if \(!empty\(eventGridTopicId\)\)/);
    expect(main()).toMatch(
      /forEvents = empty\(eventGridTopicId\) \? \{\} : \{ EVENT_GRID_TOPIC_ENDPOINT: eventGridRole!\.outputs\.endpoint \}/,
    );
    expect(main()).toMatch(/\}, forEvents, forEmail\)/);
  });
});

describe('e-mails to visitors', () => {
  const main = () => bicepFile('main.bicep').text;
  const email = () => bicepFile('modules/email.bicep').text;

  test('are off without a domain, and their settings override extraSettings', () => {
    expect(main()).toContain("param emailDomain string = ''");
    for (const name of ['email', 'emailRole']) {
      expect(main()).toMatch(new RegExp(`module ${name} '[^']+' = if \\(!empty\\(emailDomain\\)\\)`));
    }
    expect(main()).toContain('forEmail = empty(emailDomain) ? {} : email!.outputs.settings\n');
    const [, settings = ''] = /^output settings object = isLinked([^]*?)^ {2}: \{\}$/m.exec(email()) ?? [];
    const names = Array.from(settings.matchAll(/^ +(\w+): /gm), ([, name = '']) => name);
    expect(names).toEqual(['EMAIL_ENDPOINT', 'EMAIL_FROM']);
    // Those are what an update leaves to the template (scripts/infra/live-settings.ts).
    expect(Object.keys(Settings.shape)).toEqual(expect.arrayContaining(names));
  });

  test('are sent from a domain only after all its checks have passed, which Azure requires', () => {
    const [, isLinked = ''] = /^var isLinked = isManaged \? true : (.+)$/m.exec(email()) ?? [];
    expect(isLinked.split(' && ')).toEqual(
      ['Domain', 'SPF', 'DKIM', 'DKIM2'].map((check) => `states.${check}.status == 'Verified'`),
    );
    expect(email()).toContain('linkedDomains: isLinked ? [domain.id] : []\n');
  });
});
