import type { ListedParse, Parse } from "../../parts/parses";
import { recipeOf } from "../../parts/parses";

/** What to call a parse: its title, or as long as there is none what was sent. */
export function nameOf(parse: ListedParse | Parse): string {
  const title = "preview" in parse ? parse.preview.title : recipeOf(parse)?.title;
  return title || parse.url || "A photo";
}

const WALLS = ["hard_block", "soft_block", "login_wall"];

/** What somebody can do about a failure, beyond what the server says of it. */
export function whyItFailed(code: string | null | undefined, isPicture: boolean): string {
  if (code === "not_found" && isPicture) {
    return "Send a sharper photo of the printed text; handwriting cannot be read.";
  }
  if (isPicture) return "Send the photo again.";
  if (code === "not_found") return "If there is a recipe on it, send the page that shows it whole.";
  if (code !== null && code !== undefined && WALLS.includes(code)) {
    return "The site lets only its own visitors in. Try again later, or send a photo of the recipe.";
  }
  return "Check the link, and send it again.";
}
