import { gives, type SqlGroup } from "../SqlCase.ts"

/** Documents as values: through sub-queries, unions, groups and aggregates. */
export const documentCases: SqlGroup = {
  name: "documents as values",
  project: "harbour",
  cases: [
    gives("select p.n from (select properties as p, timestamp from events) order by timestamp limit 2", [["1"], ["2"]]),
    gives("select p.n from (select any(properties) as p from events where properties.n = '3')", [["3"]]),
    gives("select any(properties).n from events where properties.n = '3'", [["3"]]),
    gives("select argMax(properties, timestamp).n from events", [["10"]]),
    gives("select p.n from (select properties as p from events group by properties) order by toInt(p.n) limit 2", [[
      "1"
    ], ["2"]]),
    gives(
      "select p.n from (select properties as p from events where properties.n = '1' union all " +
        "select properties as p from events where properties.n = '2') order by p.n",
      [["1"], ["2"]]
    ),
    gives(
      "with t as (select properties as p, timestamp from events) select a.p.n, b.p.n from t a join t b on a.timestamp = b.timestamp " +
        "order by a.timestamp limit 1",
      [["1", "1"]]
    ),
    gives("select if(properties.n = '1', properties, person.properties).n from events order by timestamp limit 2", [[
      "1"
    ], [null]]),
    gives("select properties = p from (select properties, properties as p from events) limit 1", [[1]]),
    gives("select JSONExtractInt(any(properties), 'n') from events where properties.n = '4'", [[4]]),
    gives("select toTypeName(properties), toTypeName(any(properties)) from events group by properties limit 1", [[
      "String",
      "String"
    ]])
  ]
}
