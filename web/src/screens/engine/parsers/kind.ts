// The kinds under which pages are counted. Pages sent as Any count under "auto".

export const isAny = (kind: string): boolean => kind === "auto";

export const getKindLabel = (kind: string): string => (isAny(kind) ? "any" : kind);
