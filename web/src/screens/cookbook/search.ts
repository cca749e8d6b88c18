export interface CookbookSearch {
  q?: string;
}

export function cookbookSearch(search: Record<string, unknown>): CookbookSearch {
  return typeof search.q === "string" && search.q !== "" ? { q: search.q } : {};
}
