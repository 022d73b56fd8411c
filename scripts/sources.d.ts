export function sourcesHash(): string;
export function builtFrom(folder: string): string | undefined;
