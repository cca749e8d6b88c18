"""The questions to a language model about a product."""

from functools import partial

from garner.extraction.questions import PUT_LONG_TEXT, AnswerShape, Question, put_currency, put_price, put_read
from garner.extraction.values.identifiers import gtin

QUESTIONS = (
    Question("name", "the name of the product"),
    Question("price", "what the product costs now, with the sign of the currency", AnswerShape.MONEY, put_price),
    Question("currency", "the code of the currency, if it stands on the page", put=put_currency),
    Question("list_price", "what it cost before, if it is reduced", AnswerShape.MONEY, put_price),
    Question("description", "what is said about the product, one or two sentences", AnswerShape.TEXT, PUT_LONG_TEXT),
    Question("brand", "the brand or maker"),
    Question("category", "the category"),
    Question("sku", "the shop's number of the article"),
    Question("mpn", "the maker's number of the article"),
    Question("gtin", "the EAN, UPC or ISBN", put=partial(put_read, read=gtin)),
)
