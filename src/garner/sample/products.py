"""The products of the sample shop, as schema.org nodes.

They differ on purpose: one offer, several, a range; prices as numbers and as text; brands as names and as
nodes; in stock, sold out, on order. The GTINs are from the range kept for use inside a shop.
"""

from typing import Any

from garner.sample.node import Node


def _offer(price: str | float, currency: str = "EUR", availability: str = "InStock", **more: Any) -> Node:
    return {
        "@type": "Offer",
        "price": price,
        "priceCurrency": currency,
        "availability": f"https://schema.org/{availability}",
        **more,
    }


def _brand(name: str) -> Node:
    return {"@type": "Brand", "name": name}


PRODUCTS: dict[str, Node] = {
    "oak-chopping-board": {
        "name": "Oak chopping board",
        "description": "End-grain oak, oiled by hand. 40 by 28 cm, with a groove for the juice.",
        "sku": "LT-1001",
        "gtin13": "2000000010014",
        "brand": _brand("North Yard"),
        "material": "Oak",
        "offers": _offer(49.5, itemCondition="https://schema.org/NewCondition"),
        "aggregateRating": {"@type": "AggregateRating", "ratingValue": 4.7, "reviewCount": 89},
    },
    "cast-iron-pan": {
        "name": "Cast iron pan, 26 cm",
        "description": "Heavy, even and seasoned with nothing but oil.",
        "sku": "LT-1002",
        "gtin13": "2000000010021",
        "mpn": "NY-CI26",
        "brand": _brand("North Yard"),
        "weight": {"@type": "QuantitativeValue", "value": 2.4, "unitCode": "KGM"},
        "offers": _offer("64.00"),
        "aggregateRating": {"@type": "AggregateRating", "ratingValue": "4.9", "ratingCount": "214"},
    },
    "stoneware-bowl": {
        "name": "Stoneware bowl",
        "description": "Thrown and glazed by hand, so that no two are quite alike.",
        "sku": "LT-1003",
        "brand": "Riverbank Pottery",
        "category": "Tableware > Bowls",
        "offers": [
            _offer(18, sku="LT-1003-S", name="Small"),
            _offer(24, sku="LT-1003-L", name="Large", availability="OutOfStock"),
        ],
    },
    "linen-tea-towel": {
        "name": "Linen tea towel",
        "description": "Stonewashed linen that dries without lint. Sold singly or in sets.",
        "sku": "LT-1004",
        "brand": _brand("Old Mill Linen"),
        "color": "Oatmeal",
        "offers": {
            "@type": "AggregateOffer",
            "lowPrice": "9.90",
            "highPrice": "34.00",
            "offerCount": 3,
            "priceCurrency": "EUR",
            "availability": "https://schema.org/InStock",
        },
    },
    "balloon-whisk": {
        "name": "Balloon whisk",
        "description": "Eleven wires of stainless steel and a handle of beech.",
        "sku": "LT-1005",
        "gtin13": "2000000010052",
        "brand": _brand("North Yard"),
        "offers": _offer("12.50", priceValidUntil="2031-12-31"),
    },
    "salt-pig": {
        "name": "Salt pig",
        "description": "Keeps salt dry and within reach.",
        "sku": "LT-1006",
        "brand": "Riverbank Pottery",
        "offers": _offer(27, availability="OutOfStock"),
        "aggregateRating": {"@type": "AggregateRating", "ratingValue": 4.2, "reviewCount": 17},
    },
    "proving-basket": {
        "name": "Proving basket & liner",
        "description": "Rattan, for a loaf of up to 1 kg.",
        "sku": "LT-1007",
        "gtin13": "2000000010076",
        "brand": _brand("Long Table"),
        "offers": _offer(21.95, "GBP", "PreOrder", availabilityStarts="2031-03-01"),
    },
    "copper-saucepan": {
        "name": "Copper saucepan, 1.5 litre",
        "description": "Tinned inside, with a cast handle. Made to order.",
        "sku": "LT-1008",
        "brand": _brand("Long Table"),
        "offers": {
            "@type": "Offer",
            "availability": "https://schema.org/BackOrder",
            "price": "1249.00",
            "priceCurrency": "USD",
            "shippingDetails": {
                "@type": "OfferShippingDetails",
                "shippingRate": {"@type": "MonetaryAmount", "value": 0, "currency": "USD"},
            },
        },
        "review": {
            "@type": "Review",
            "reviewRating": {"@type": "Rating", "ratingValue": 5, "bestRating": 5},
            "author": {"@type": "Organization", "name": "The Long Table kitchen"},
            "reviewBody": "We use it every day.",
        },
    },
    "enamel-mug": {
        "name": "Enamel mug",
        "description": "White with a blue rim. So popular that the shop has to catch its breath.",
        "sku": "LT-1009",
        "gtin13": "2000000010090",
        "brand": _brand("Long Table"),
        "offers": _offer(8.5),
    },
    "linen-apron": {
        "name": "Linen apron",
        "description": "Cross-back, two pockets, folds up small.",
        "sku": "LT-1010",
        "brand": _brand("Old Mill Linen"),
        "size": "One size",
        "offers": _offer("39.00", availability="LimitedAvailability"),
    },
    "complete-catalogue": {
        "name": "The complete catalogue",
        "description": "Everything we have ever sold, on one page.",
        "sku": "LT-1011",
        "brand": _brand("Long Table"),
        "offers": _offer(0),
    },
}
