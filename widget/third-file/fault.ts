import { say } from '../second-file/context.ts';

/** Why the service refused the form or card of an action; empty if it succeeded. */
export const faultOf = (status: number): string => {
  if (status === 200) return '';
  if (status === 400) return say('Check what you entered.');
  // Without an answer of the service, or after its failure, the request may have been carried out.
  if (!status || status >= 500) return say('We do not know whether your request was sent.');
  return say(status === 404 || status === 409 ? 'This is no longer possible.' : 'Your request was not sent.');
};
