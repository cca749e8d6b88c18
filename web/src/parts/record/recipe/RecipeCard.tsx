import { Grid, Stack, Text, Title } from "@mantine/core";
import { Facts } from "../Facts";
import { FieldSources } from "../FieldSources";
import { Picture } from "../Picture";
import { formatFieldName } from "../provenance";
import type { Recipe } from "../types";
import { Ingredients } from "./Ingredients";
import { Method } from "./Method";
import { formatLanguage, formatMinutes } from "./recipe";

/** A recipe for reading. The screen around it shows the title. */
export function RecipeCard({ recipe }: { recipe: Recipe }) {
  const { title, description, author, image, ingredients, yields, nutrition } = recipe;
  const steps = recipe.instructions?.length || recipe.instruction_groups?.length;
  return (
    <Stack gap="lg">
      <Grid gap="lg">
        {image && (
          <Grid.Col span={{ base: 12, sm: 5 }}>
            <FieldSources fields={["image"]}>
              <Picture url={image} alt={title ?? "The dish"} />
            </FieldSources>
          </Grid.Col>
        )}
        <Grid.Col span={{ base: 12, sm: image ? 7 : 12 }}>
          <Stack gap="md">
            {description && (
              <FieldSources fields={["description"]}>
                <Text dir="auto" style={{ whiteSpace: "pre-line" }}>
                  {description}
                </Text>
              </FieldSources>
            )}
            <Facts
              facts={[
                { label: "Servings", fields: ["yields"], value: yields },
                { label: "Prep time", fields: ["prep_minutes"], value: formatMinutes(recipe.prep_minutes) },
                { label: "Cook time", fields: ["cook_minutes"], value: formatMinutes(recipe.cook_minutes) },
                {
                  label: "Total time",
                  fields: ["total_minutes"],
                  value: formatMinutes(recipe.total_minutes),
                },
                { label: "Author", fields: ["author"], value: author },
                { label: "Language", fields: ["language"], value: formatLanguage(recipe.language) },
              ]}
            />
          </Stack>
        </Grid.Col>
      </Grid>
      <Grid gap="xl">
        {ingredients && ingredients.length > 0 && (
          <Grid.Col span={{ base: 12, sm: 5 }}>
            <Title order={3} size="h4" mb="xs">
              Ingredients
            </Title>
            <FieldSources fields={["ingredients"]}>
              <Ingredients lines={ingredients} />
            </FieldSources>
          </Grid.Col>
        )}
        {steps ? (
          <Grid.Col span={{ base: 12, sm: 7 }}>
            <Title order={3} size="h4" mb="xs">
              Method
            </Title>
            <FieldSources fields={["instructions", "instruction_groups"]}>
              <Method recipe={recipe} />
            </FieldSources>
          </Grid.Col>
        ) : null}
      </Grid>
      {nutrition && Object.keys(nutrition).length > 0 && (
        <section aria-label="Nutrition">
          <Title order={3} size="h4" mb="xs">
            Nutrition
          </Title>
          <FieldSources fields={["nutrition"]}>
            <Facts
              facts={Object.entries(nutrition).map(([name, value]) => ({
                label: formatFieldName(name),
                fields: [],
                value,
              }))}
            />
          </FieldSources>
        </section>
      )}
    </Stack>
  );
}
