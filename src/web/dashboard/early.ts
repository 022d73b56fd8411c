import { startEarly } from '../ui/early-requests.ts';
import { routeNow } from '../ui/route.ts';
import { firstRequests } from './first-requests.ts';

// Runs in the page's head, before its script has arrived (docs/adr/0039).
startEarly(firstRequests(routeNow()));
