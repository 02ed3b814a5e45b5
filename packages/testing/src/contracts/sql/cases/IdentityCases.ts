import { gives, type SqlCase, type SqlGroup } from "../SqlCase.ts"

const pairs = "from events a cross join events b"

/** Two equivalent expressions, over every pair of events, with tags, prices and times that are often NULL. */
const same = (left: string, right: string): SqlCase =>
  gives(`select count(), countIf((${left}) = (${right})) ${pairs}`, [[144, 144]])

const tags = "a.properties.tag {} b.properties.tag"
const prices = "toFloat(a.properties.price) {} toFloat(b.properties.price)"
const of = (form: string, operator: string): string => form.replace("{}", operator)

/** Laws that hold for any data. */
export const identityCases: SqlGroup = {
  name: "identities",
  project: "meadow",
  cases: [
    same(of(tags, "="), `not (${of(tags, "!=")})`),
    same(of(tags, "like"), `not (${of(tags, "not like")})`),
    same(of(prices, "<"), of("toFloat(b.properties.price) {} toFloat(a.properties.price)", ">")),
    same(of(prices, "<="), `${of(prices, "<")} or ${of(prices, "=")} and toFloat(a.properties.price) is not null`),
    same("a.properties.n between b.properties.n and '5'", "a.properties.n >= b.properties.n and a.properties.n <= '5'"),
    same(of(tags, "="), "coalesce(a.properties.tag, '?') = coalesce(b.properties.tag, '?')"),
    same("a.properties.tag in ('red', NULL, 'x')", "a.properties.tag = 'red' or a.properties.tag is null"),
    same("a.timestamp < b.timestamp", "toInt(a.properties.n) < toInt(b.properties.n)"),
    same("nullIf(a.event, b.event) is null", of("a.event {} b.event", "=")),
    same("toDate(a.timestamp) = toDate(b.timestamp)", "dateDiff('day', a.timestamp, b.timestamp) = 0"),
    gives(
      "select sum(c) from (select properties.tag as t, count() as c from events group by t)",
      [[12]]
    ),
    gives(
      "select countIf(properties.tag = 'red') + countIf(properties.tag != 'red'), " +
        "countIf(properties.tag in ('red', 'x')) + countIf(properties.tag not in ('red', 'x')) from events",
      [[12, 12]]
    )
  ]
}
