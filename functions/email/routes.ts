import type { Endpoint } from '../../src/http/endpoint.ts';
import { askTranscript } from './ask-transcript.ts';
import { linkEndpoints } from './link.ts';
import { deliveryReportEndpoints } from './delivery-reports.ts';
import { seen } from './seen.ts';

/** The pages that e-mails link to, visitors' requests about e-mails, and delivery reports. */
export const emailRoutes: readonly Endpoint[] = [
  ...linkEndpoints,
  askTranscript,
  seen,
  ...deliveryReportEndpoints,
];
