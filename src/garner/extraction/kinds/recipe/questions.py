"""The questions to a language model about a recipe."""

from garner.extraction.questions import (
    PUT_LONG_TEXT,
    AnswerShape,
    Question,
    put_ingredients,
    put_list,
    put_minutes,
    put_with_words,
)

QUESTIONS = (
    Question("title", "the name of the recipe"),
    Question("description", "what is said about the dish, one or two sentences", AnswerShape.TEXT, PUT_LONG_TEXT),
    Question("author", "who wrote the recipe"),
    Question("ingredients", "every ingredient with its amount, one entry each", AnswerShape.LINES, put_ingredients),
    Question("instructions", "every step of the preparation, one entry each", AnswerShape.STEPS, put_list),
    Question("yields", "how much it makes, such as: 4 servings", put=put_with_words),
    Question("prep_minutes", "the preparation time as written", put=put_minutes),
    Question("cook_minutes", "the cooking time as written", put=put_minutes),
    Question("total_minutes", "the total time as written", put=put_minutes),
)
