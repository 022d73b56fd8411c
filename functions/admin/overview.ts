import { fieldsOf } from '../../src/domain/records/fields.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { OverviewBucket, OverviewQuery, OverviewReply } from '../../src/wire/admin.ts';

const overviewBucket = fieldsOf(OverviewBucket);

export const overview = endpoint({
  name: 'overview',
  method: 'GET',
  route: 'overview',
  gate: 'admin',
  summary: 'Get the figures of the overview',
  query: OverviewQuery,
  answers: {
    200: {
      description: 'The figures of the window and of the one before, and the settings',
      schema: OverviewReply,
    },
  },
  async handle({ query, admin, services }) {
    const { window } = query;
    const [figures, assistant, notificationFailure, identity, { switches }] = await Promise.all([
      services.figures.overview(window),
      services.modelWatch.report(),
      services.teamsChannel.shownFailure(),
      services.agentApplications.signInKind(),
      services.switches.read(),
    ]);
    const { current, previous, buckets, waitingNow, claimedNow, agentRatings } = figures;
    return json<OverviewReply>(200, {
      window,
      current,
      previous,
      buckets: buckets.map(overviewBucket),
      waitingNow,
      claimedNow,
      agentRatings,
      anonymousMode: admin.anonymous,
      ...(notificationFailure && { notificationFailure }),
      switches,
      retentionDays: services.retentionDays,
      version: services.version,
      assistant,
      settings: { ...services.settings, identity },
    });
  },
});
