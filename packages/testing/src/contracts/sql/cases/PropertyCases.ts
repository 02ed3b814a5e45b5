import { eventUuid } from "../data/SentEvent.ts"
import { gives, refuses, type SqlGroup } from "../SqlCase.ts"

const cart = "select {} from events where properties.n = '4'"
const ofFour = (expression: string, cell: string | number | null) =>
  gives(cart.replace("{}", () => expression), [[cell]])

/** Every way to write a property, and the groups of events. */
export const propertyCases: SqlGroup = {
  name: "properties",
  project: "meadow",
  cases: [
    gives(
      "select properties.path, properties['path'], properties.`path`, properties.\"path\", events.properties.path from events " +
        "where properties.n = '1'",
      [["/a", "/a", "/a", "/a", "/a"]]
    ),
    gives(
      "select properties.`a b`, properties['a b'], properties.\"a b\", properties.$browser from events where properties.n = '6'",
      [["spaced", "spaced", "spaced", "Firefox"]]
    ),
    gives("select e.properties.path from events as e where e.properties.n = '2'", [["/b"]]),
    ofFour("properties.cart", "{\"items\":[\"apple\",\"plum\"],\"total\":{\"net\":25.5}}"),
    ofFour("properties.cart.items", "[\"apple\",\"plum\"]"),
    ofFour("properties.cart.items.1", "apple"),
    ofFour("properties.cart.items[2]", "plum"),
    ofFour("properties['cart']['items'][1]", "apple"),
    ofFour("properties.cart.items.3", null),
    ofFour("properties.cart.items.apple", null),
    ofFour("properties.cart.total.net", "25.5"),
    ofFour("properties.cart.total.gross", null),
    ofFour("properties.tag.deeper", null),
    ofFour("toFloat(properties.cart.total.net) * 2", 51),
    ofFour("JSONExtractString(properties, 'cart', 'items', 2)", "plum"),
    ofFour("JSONExtractInt(properties, 'price')", 30),
    ofFour("JSONExtractFloat(properties, 'cart', 'total', 'net')", 25.5),
    ofFour("JSONExtractString(properties, 'none')", ""),
    gives(
      "select properties.note, properties.note is null, properties.note = '' from events where event = 'page' order by timestamp",
      [
        ["", 0, 1],
        [null, 1, 0],
        [null, 1, 0],
        [null, 1, 0],
        [null, 1, 0]
      ]
    ),
    gives("select toString(properties.flag) from events where properties.flag is not null order by timestamp", [
      ["true"],
      ["false"],
      ["true"]
    ]),
    gives("select toString(properties.price) as p from events where p is not null order by timestamp", [
      ["10"],
      ["20.5"],
      ["30"],
      ["-5"],
      ["abc"],
      ["7.25"],
      ["10"]
    ]),
    gives("select properties from events where properties.n = '8'", [["{\"n\":\"8\",\"alias\":\"bobby\"}"]]),
    gives("select properties.$set.plan from events where properties.$set.plan is not null order by timestamp", [
      ["free"],
      ["pro"],
      ["trial"],
      ["pro"]
    ]),
    gives(`select event, properties.n from events where uuid = '${eventUuid(4)}'`, [["buy", "4"]]),
    gives("select properties.n from events where $group_0 = 'acme' order by timestamp", [["4"], ["7"]]),
    gives("select $group_0, count() from events group by $group_0 order by $group_0", [["", 9], ["acme", 2], [
      "globex",
      1
    ]]),
    gives(
      "select properties.n, group_0.properties.name, group_0.key from events where event = 'buy' order by timestamp",
      [
        ["4", "Acme", "acme"],
        ["5", null, null],
        ["7", "Acme", "acme"]
      ]
    ),
    gives("select count() from events where group_0.properties.name = 'Acme'", [[2]]),
    gives("select count(group_1.key), count(group_0.created_at) from events", [[0, 2]]),
    gives("select index, key, properties.name, properties.size, created_at, updated_at from groups", [
      [0, "acme", "Acme", 12, "2024-11-03T08:00:00Z", "2024-11-05T10:00:00Z"]
    ]),
    refuses("select event.path from events", "Can not access property \"path\" on field \"event\".")
  ]
}
