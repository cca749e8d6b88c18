// The fields of the API's records (docs/records.md). The API returns them as plain objects, since rows of a job, saved
// recipes and pages share them, and each may omit fields. Therefore every field is optional here.
export interface Ingredient {
  raw?: string | null;
  name?: string | null;
  group?: string | null;
}

export interface StepGroup {
  name?: string | null;
  steps?: string[] | null;
}

export interface Recipe {
  title?: string | null;
  description?: string | null;
  author?: string | null;
  image?: string | null;
  ingredients?: Ingredient[] | null;
  instructions?: string[] | null;
  instruction_groups?: StepGroup[] | null;
  yields?: string | null;
  prep_minutes?: number | null;
  cook_minutes?: number | null;
  total_minutes?: number | null;
  nutrition?: Record<string, string> | null;
  language?: string | null;
}

export interface ProductImage {
  url?: string | null;
  alt?: string | null;
}

export interface Variant {
  name?: string | null;
  sku?: string | null;
  gtin?: string | null;
  price?: string | null;
  currency?: string | null;
  availability?: string | null;
  options?: Record<string, unknown> | null;
  url?: string | null;
}

export interface Product {
  name?: string | null;
  description?: string | null;
  price?: string | null;
  currency?: string | null;
  list_price?: string | null;
  availability?: string | null;
  rating?: number | null;
  review_count?: number | null;
  brand?: string | null;
  category?: string | null;
  sku?: string | null;
  gtin?: string | null;
  mpn?: string | null;
  images?: ProductImage[] | null;
  variants?: Variant[] | null;
}

export interface Posting {
  title?: string | null;
  company?: string | null;
  description?: string | null;
  description_html?: string | null;
  locations?: string[] | null;
  remote?: boolean | null;
  employment_type?: string | null;
  salary_min?: string | null;
  salary_max?: string | null;
  salary_currency?: string | null;
  salary_period?: string | null;
  posted_at?: string | null;
  valid_through?: string | null;
  external_id?: string | null;
  apply_url?: string | null;
  expired?: boolean | null;
}

/** A product of the catalogue that a row may mean. `score` is the match: how well it fits the row. */
export interface Candidate {
  id?: number | null;
  name: string;
  brand?: string | null;
  sku?: string | null;
  url?: string | null;
  score: number;
  strategy: string;
  provider?: string | null;
}

/** Another entry of a matched product. */
export interface Offer {
  id: number;
  name: string;
  url?: string | null;
  price?: string | null;
  currency?: string | null;
  sku?: string | null;
}

export type Data = Record<string, unknown>;

function readText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function getTitle(data: Data): string | null {
  return readText(data.title) ?? readText(data.name);
}

/** Returns the main picture of a record of any kind. */
export function getPicture(data: Data): string | null {
  const [first] = Array.isArray(data.images) ? (data.images as ProductImage[]) : [];
  return readText(data.image) ?? readText(first?.url);
}
