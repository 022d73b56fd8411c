import { createHash } from 'node:crypto';
import { AppManifestUtils, type TeamsManifest } from '@microsoft/app-manifest';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startService } from '../support/service/service.ts';

describe('the Teams app', () => {
  const desk = sharedFixture(() => startAgentService());

  async function download(origin = desk.service.origin): Promise<Uint8Array> {
    const response = await fetch(`${origin}/api/collab-app.zip`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="website-chat-teams.zip"');
    return new Uint8Array(await response.arrayBuffer());
  }

  const open = async () => unzipSync(await download());
  const parse = (bytes: Uint8Array | undefined): unknown => JSON.parse(new TextDecoder().decode(bytes));

  test('contains the manifest, its German texts and both icons', async () => {
    const files = await open();
    expect(Object.keys(files)).toEqual(['manifest.json', 'de.json', 'color.png', 'outline.png']);
    expect(sizeOf(files['color.png'])).toEqual([192, 192]);
    expect(sizeOf(files['outline.png'])).toEqual([32, 32]);
  });

  test('has a manifest that is valid against its own schema', async () => {
    const manifest = parse((await open())['manifest.json']) as TeamsManifest;
    expect(manifest.$schema).toBe(
      'https://developer.microsoft.com/json-schemas/teams/v1.19/MicrosoftTeams.schema.json',
    );
    expect(await AppManifestUtils.validateAgainstSchema(manifest)).toEqual([]);
  });

  test('opens the desk of this deployment and signs in with its application', async () => {
    const { clientId } = desk.issuer;
    const { host: name } = new URL(desk.service.origin);
    expect(parse((await open())['manifest.json'])).toMatchObject({
      staticTabs: [{ contentUrl: `https://${name}/api/collab-tab`, scopes: ['personal'] }],
      validDomains: [name],
      webApplicationInfo: { id: clientId, resource: `api://${name}/${clientId}` },
    });
  });

  test('has only the permission to send to the activity feed of its users', async () => {
    expect(parse((await open())['manifest.json'])).toMatchObject({
      version: '1.1.0',
      authorization: {
        permissions: { resourceSpecific: [{ name: 'TeamsActivity.Send.User', type: 'Application' }] },
      },
    });
  });

  test('has German texts for everything that is shown, within the limits of Teams', async () => {
    const files = await open();
    const german = parse(files['de.json']) as Record<string, string>;
    expect(parse(files['manifest.json'])).toMatchObject({
      localizationInfo: { additionalLanguages: [{ languageTag: 'de', file: 'de.json' }] },
    });
    expect(Object.keys(german).slice(1)).toEqual([
      'name.short',
      'name.full',
      'description.short',
      'description.full',
      'staticTabs[0].name',
    ]);
    expect(german['name.short']?.length).toBeLessThanOrEqual(30);
    expect(german['description.short']?.length).toBeLessThanOrEqual(80);
  });

  test('has the same bytes for the same deployment, independent of the time and the instance', async () => {
    const first = digest(await download());
    desk.clock.advance(400 * 24 * 3_600_000);
    expect(digest(await download())).toBe(first);
    const { service, issuer } = desk;
    const other = await startService({
      dataDir: service.dataDir,
      settings: {
        ...issuer.settings,
      },
    });
    const before = process.env['TZ'];
    process.env['TZ'] = 'Pacific/Chatham';
    const again = await other.services.collabPackage.zip(service.origin);
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
    expect(digest(again)).toBe(first);
    await other.close();
  });

  test('has another app id for another deployment', async () => {
    const idOf = (bytes: Uint8Array) => parse(unzipSync(bytes)['manifest.json']) as { id: string };
    const other = await startAgentService();
    expect(idOf(await download(other.service.origin)).id).not.toBe(idOf(await download()).id);
    await other.close();
  });

  test('is refused with 409 before the identity provider is configured', async () => {
    const plain = await startService();
    const response = await plain.get('/api/collab-app.zip');
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ error: 'idp-not-configured' });
    await plain.close();
  });
});

/** Width and height from the header of a PNG (PNG specification, IHDR). */
function sizeOf(png: Uint8Array | undefined): [number, number] {
  const bytes = Buffer.from(png ?? []);
  expect(bytes.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
