// The agent desk's server with its pages: they are JSX, which this hook lets it import.
import '../../scripts/tsx.ts';

await import('./agent-desk.ts');
