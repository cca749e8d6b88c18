import type { ListedParse, Parse } from "../../parts/parses";
import { getRecipe } from "../../parts/parses";

/** The name of a parse: its title, or before it has one, its URL. */
export function getParseName(parse: ListedParse | Parse): string {
  const title = "preview" in parse ? parse.preview.title : getRecipe(parse)?.title;
  return title || parse.url || "Photo";
}

const BLOCKED_CODES = ["hard_block", "soft_block", "login_wall"];

/** What the user can do about a failure, in addition to the message of the server. */
export function adviseOnFailure(code: string | null | undefined, isPicture: boolean): string {
  if (code === "not_found" && isPicture) {
    return "Send a sharper photo of printed text. Handwriting cannot be read.";
  }
  if (isPicture) return "Send the photo again.";
  if (code === "not_found")
    return "If the site has the recipe, send the URL of the page that shows it in full.";
  if (code !== null && code !== undefined && BLOCKED_CODES.includes(code)) {
    return "The site blocks automated requests or requires a sign-in. Retry later, or send a photo of the recipe.";
  }
  return "Check the link and retry.";
}
