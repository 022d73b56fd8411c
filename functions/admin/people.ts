import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import {
  PeopleQuery,
  PeopleReply,
  ErasuresReply,
  ErasureReply,
  ErasureRequest,
} from '../../src/admin/wire/people.ts';

export const peopleEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'people',
    method: 'GET',
    route: 'people',
    gate: 'admin',
    summary: 'Find persons by name, address, phone number or id',
    query: PeopleQuery,
    replies: { 200: { description: 'The newest first', schema: PeopleReply } },
    async handle({ query, services }) {
      return json<PeopleReply>(200, await services.people.find(query.q));
    },
  }),
  endpoint({
    name: 'erasures',
    method: 'GET',
    route: 'erasures',
    gate: 'admin',
    summary: 'List the running erasures of persons',
    replies: { 200: { description: 'A completed one is left out', schema: ErasuresReply } },
    async handle({ services }) {
      return json<ErasuresReply>(200, { erasures: await services.erasures.list() });
    },
  }),
  endpoint({
    name: 'erasure-start',
    method: 'POST',
    route: 'erasures',
    gate: 'admin',
    summary: 'Delete all conversations of a person permanently',
    body: ErasureRequest,
    replies: { 202: { description: 'Started; it continues after a failure', schema: ErasureReply } },
    async handle({ body, services }) {
      return json<ErasureReply>(202, { erasure: await services.erasures.start(body.identifiers) });
    },
  }),
];
