import { shareIdentity } from '../../fakes/cloud.ts';

// This process is a worker in the cloud of one test file after the other.
shareIdentity();
