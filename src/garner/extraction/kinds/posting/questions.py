"""The questions to a language model about a job posting."""

from garner.extraction.questions import PUT_DATE, AnswerShape, Question, put_lines, put_list

QUESTIONS = (
    Question("title", "the title of the job"),
    Question("company", "the employer"),
    Question("description", "the text about the job, one entry a paragraph or point", AnswerShape.STEPS, put_lines),
    Question("locations", "the places of work, one entry each", AnswerShape.LINES, put_list),
    Question("posted_at", "the date of publication as written", put=PUT_DATE),
    Question("valid_through", "the last day to apply as written", put=PUT_DATE),
    Question("external_id", "the employer's reference of the job"),
)
