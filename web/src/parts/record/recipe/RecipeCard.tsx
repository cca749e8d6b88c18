import { Grid, Stack, Text, Title } from "@mantine/core";
import { Facts } from "../Facts";
import { Explained } from "../FieldSources";
import { Picture } from "../Picture";
import { fieldLabel } from "../provenance";
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
            <Explained of={["image"]}>
              <Picture url={image} alt={title ?? "The dish"} />
            </Explained>
          </Grid.Col>
        )}
        <Grid.Col span={{ base: 12, sm: image ? 7 : 12 }}>
          <Stack gap="md">
            {description && (
              <Explained of={["description"]}>
                <Text dir="auto" style={{ whiteSpace: "pre-line" }}>
                  {description}
                </Text>
              </Explained>
            )}
            <Facts
              facts={[
                { label: "Servings", of: ["yields"], value: yields },
                { label: "Prep time", of: ["prep_minutes"], value: formatMinutes(recipe.prep_minutes) },
                { label: "Cook time", of: ["cook_minutes"], value: formatMinutes(recipe.cook_minutes) },
                { label: "Total time", of: ["total_minutes"], value: formatMinutes(recipe.total_minutes) },
                { label: "Author", of: ["author"], value: author },
                { label: "Language", of: ["language"], value: formatLanguage(recipe.language) },
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
            <Explained of={["ingredients"]}>
              <Ingredients lines={ingredients} />
            </Explained>
          </Grid.Col>
        )}
        {steps ? (
          <Grid.Col span={{ base: 12, sm: 7 }}>
            <Title order={3} size="h4" mb="xs">
              Method
            </Title>
            <Explained of={["instructions", "instruction_groups"]}>
              <Method recipe={recipe} />
            </Explained>
          </Grid.Col>
        ) : null}
      </Grid>
      {nutrition && Object.keys(nutrition).length > 0 && (
        <section aria-label="Nutrition">
          <Title order={3} size="h4" mb="xs">
            Nutrition
          </Title>
          <Explained of={["nutrition"]}>
            <Facts
              facts={Object.entries(nutrition).map(([name, value]) => ({
                label: fieldLabel(name),
                of: [],
                value,
              }))}
            />
          </Explained>
        </section>
      )}
    </Stack>
  );
}
