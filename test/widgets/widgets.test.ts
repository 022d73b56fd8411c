import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { mayBeWidgetSession, widgetSessionId } from '../../src/conversations/rules/ids.ts';
import { publicConfig, sessionStartOf } from '../../src/widgets/rules/widgets.ts';
import { canAdoptSession, mayUseSession } from '../../src/conversations/rules/visitors.ts';
import type { Widget } from '../../src/widgets/records/widget.ts';

const WIDGET: Widget = {
  id: 'w',
  name: 'Shop',
  primaryDomain: 'shop.example',
  allowedOrigins: ['https://shop.example'],
  enabled: true,
  createdAt: '2026-11-20T17:24:00.000Z',
  updatedAt: '2026-11-20T17:24:00.000Z',
};
const STAMP = { id: 'w', name: 'Shop', primaryDomain: 'shop.example' };
const VISITOR = { issuer: 'https://id.example', subject: 'v', name: 'Zoë', email: 'z@x.example' };

describe('access to a session', () => {
  const own = { widgetId: 'w', sessionId: 's' };
  it.each([
    ['a widget’s', STAMP, 'its own pass', own, true],
    ['a widget’s', STAMP, 'no pass', undefined, false],
    ['a widget’s', STAMP, 'a pass for another session', { ...own, sessionId: 't' }, false],
    ['a widget’s', STAMP, 'a pass of another widget', { ...own, widgetId: 'v' }, false],
    ['the plain chat’s', undefined, 'no pass', undefined, true],
    ['the plain chat’s', undefined, 'a pass for that very id', own, false],
  ])('%s session (%j) with %s', (_whose, widget, _with, pass, may) => {
    expect(mayUseSession({ sessionId: 's', ...(widget && { widget }) }, pass)).toBe(may);
  });
});

describe('who may use a widget’s session, and who may sign in to it,', () => {
  const none = undefined;
  const zoe = { issuer: 'https://id.example', subject: 'v' };
  const max = { issuer: 'https://id.example', subject: 'm' };
  const elsewhere = { issuer: 'https://other.example', subject: 'v' };
  it.each([
    ['nobody', none, 'a pass without a name', none, true, true],
    ['nobody', none, 'a pass of one who signed in', zoe, false, true],
    ['Zoë', zoe, 'her own pass', zoe, true, true],
    ['Zoë', zoe, 'a pass without a name', none, false, false],
    ['Zoë', zoe, 'the pass of another person', max, false, false],
    ['Zoë', zoe, 'the same subject of another directory', elsewhere, false, false],
    ['Zoë, by a directory that was not recorded', { subject: 'v' }, 'her own pass', zoe, false, false],
  ])('that is %s’s (%j), with %s (%j)', (_whose, owner, _with, visitor, may, mayBecome) => {
    const session = {
      sessionId: 's',
      widget: STAMP,
      ...(owner && { visitor: { subject: owner.subject, name: 'Zoë' } }),
      ...(owner && 'issuer' in owner && { visitorIssuer: owner.issuer }),
    };
    const pass = { widgetId: 'w', sessionId: 's', visitor };
    expect(mayUseSession(session, pass)).toBe(may);
    expect(canAdoptSession(session, pass)).toBe(mayBecome);
  });
});

describe('the start of a widget’s session', () => {
  it('has only the stamp of the widget by default', () => {
    expect(sessionStartOf(WIDGET, undefined)).toEqual({ widget: STAMP });
  });

  it('includes the assistant and the signed-in visitor', () => {
    expect(sessionStartOf({ ...WIDGET, assistantId: 'a' }, VISITOR)).toEqual({
      widget: STAMP,
      assistantId: 'a',
      visitor: { subject: 'v', name: 'Zoë', email: 'z@x.example' },
      visitorIssuer: 'https://id.example',
    });
  });
});

describe('the public configuration of a widget', () => {
  it('has its look and whether visitors sign in, and nothing else', () => {
    const signIn = { issuer: 'https://id.example', clientId: 'c', required: true };
    expect(publicConfig({ ...WIDGET, assistantId: 'a', signIn, branding: { color: '#0f766e' } })).toEqual({
      id: 'w',
      branding: { color: '#0f766e', look: 'color-scheme:light dark;--chat-widget-color:#0f766e' },
      signIn: { required: true },
    });
  });

  it('uses the greeting of the assistant unless the widget has its own', () => {
    expect(publicConfig(WIDGET, 'Hello!').branding).toMatchObject({ greeting: 'Hello!' });
    expect(publicConfig({ ...WIDGET, branding: { greeting: 'Hi.' } }, 'Hello!').branding.greeting).toBe(
      'Hi.',
    );
    expect(publicConfig(WIDGET, '').branding.greeting).toBeUndefined();
  });
});

describe('the id of a widget’s session', () => {
  it('is a UUID that is distinguishable from ids of the plain embed', () => {
    const id = widgetSessionId(randomBytes(16));
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(mayBeWidgetSession(id)).toBe(true);
    for (let times = 0; times < 50; times++) expect(mayBeWidgetSession(randomUUID())).toBe(false);
  });

  it('keeps all random bits except six', () => {
    const [one, other] = [new Uint8Array(16).fill(0), new Uint8Array(16).fill(255)].map(widgetSessionId);
    expect(one).toBe('00000000-0000-8000-8000-000000000000');
    expect(other).toBe('ffffffff-ffff-8fff-bfff-ffffffffffff');
  });
});
