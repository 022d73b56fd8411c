import { shareIdentity } from '../../fakes/cloud.ts';

// This process is a cloud worker for one test file after the other.
shareIdentity();
