import { expect, test } from 'vitest';
import { facetsOf, wantedFacets } from '../../src/conversations/rules/session-facets.ts';
import { startSession } from '../../src/conversations/rules/session-messages.ts';

const AT = '2026-11-20T17:24:00.000Z';
const session = startSession('0b0f6e8e-6a3c-4d5e-9f10-0123456789ab', AT);

test('a session of the plain embed has the facet for no widget', () => {
  expect(facetsOf(session)).toEqual(['widget:none']);
});

test('a session has one facet for each value that lists can be filtered by', () => {
  const facets = facetsOf({
    ...session,
    widget: { id: 'w1', name: 'Shop', primaryDomain: 'shop.example' },
    claimedBy: 'lee',
    tagIds: ['t1', 't2'],
    locale: 'de-AT',
    answers: { helpful: 1, notHelpful: 0, unanswered: 2 },
    visitorRating: { helpful: false, ratedAt: AT },
    visitor: { subject: 'U-7', name: 'Jörg  Müller', email: 'Joerg@Shop.example' },
    visitorIssuer: 'https://id.example',
    contact: { name: 'jorg', email: 'joerg@shop.example', phone: '0049 (30) 12-34', leftAt: AT },
  });
  expect(facets).toEqual([
    'agent:lee',
    'domain:shop.example',
    'email:joerg@shop.example',
    'language:de',
    'person:49301234',
    'person:jorg',
    'person:muller',
    'person:u-7',
    'phone:49301234',
    'rating:answer-helpful',
    'rating:not-answered',
    'rating:not-helpful',
    'tag:t1',
    'tag:t2',
    'visitor:https://id.example U-7',
    'widget:w1',
  ]);
});

test.each([
  ['Jörg Müller', ['person:jorg', 'person:muller']],
  ['joerg@SHOP.example', ['email:joerg@shop.example']],
  ['+49 30 12 34', ['person:49301234']],
  ['1042', ['person:1042']],
  ['Mia, Jensen', ['person:mia', 'person:jensen']],
])('the search for %s uses the facets %j', (person, facets) => {
  expect(wantedFacets({ person })).toEqual(facets);
});
