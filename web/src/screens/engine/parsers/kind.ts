// Kinds as pages are counted by. A page of which anything would do counts for "auto".

export const isAny = (kind: string): boolean => kind === "auto";

export const kindInWords = (kind: string): string => (isAny(kind) ? "any" : kind);
