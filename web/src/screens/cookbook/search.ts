export interface CookbookSearch {
  q?: string;
}

export function parseCookbookSearch(search: Record<string, unknown>): CookbookSearch {
  return typeof search.q === "string" && search.q !== "" ? { q: search.q } : {};
}
