import type { Endpoint } from '../../src/http/endpoint.ts';
import { askTranscript } from './ask-transcript.ts';
import { carryOutEmail } from './carry-out.ts';
import { openEmailLink } from './open-link.ts';
import { emailPage } from './page.ts';
import { emailReportsAddress } from './reports-address.ts';
import { emailReports } from './reports.ts';
import { seen } from './seen.ts';

/** The pages that e-mails link to, visitors' requests about e-mails, and delivery reports. */
export const emailRoutes: readonly Endpoint[] = [
  openEmailLink,
  askTranscript,
  seen,
  emailPage,
  carryOutEmail,
  emailReportsAddress,
  emailReports,
];
