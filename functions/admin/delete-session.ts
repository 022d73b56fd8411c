import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { SessionParams } from '../../src/wire/admin.ts';

export const deleteSession = endpoint({
  name: 'delete-session',
  method: 'DELETE',
  route: 'sessions/{id}',
  gate: 'admin',
  // Deletes in batches of 99 messages. An interrupted deletion is finished later.
  budgetMs: 20_000,
  summary: 'Delete a conversation permanently',
  params: SessionParams,
  answers: { 204: { description: 'Deleted; the hourly figures are kept and contain no content' } },
  errors: ['session-not-found'],
  async handle({ params, services }) {
    await services.archive.remove(params.id);
    return empty(204);
  },
});
