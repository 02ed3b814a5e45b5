import { assert, describe, it } from "@effect/vitest"
import { textScope } from "@hedgerow/core/query/kinds/editor/TextScope"

const statement =
  "explain with recursive `a b` as (select 1 as n union all (select n + 1 from `a b`)), f(x -> x) as g, "
  + "b as (select * from `a b`, (select * except (a) from events e array join [1] as z) q) "
  + "select distinct b.n as m, case when 1 then 'it''s' end t, {x}, m['k'] /* from c */ from b left join persons p "
  + "on p.id = m and (select max(y) from numbers(3)) -- end\nwhere 'open"

describe("the scope of an unfinished text", () => {
  it("is found at every place of every beginning, of whole texts and of cut ones", () => {
    let found = 0
    for (let end = 0; end <= statement.length; end++) {
      for (const text of [statement, statement.slice(0, end), statement.slice(end)]) {
        found += textScope(text, Math.min(end, text.length)).sources.length
      }
    }
    assert.isAbove(found, statement.length)
  })

  it("of queries that read themselves ends", () => {
    const { sources } = textScope("with a as (select * from b), b as (select * from a) select  from a", 59)
    assert.deepStrictEqual(sources.map(({ columns }) => columns), [[]])
  })

  it("of deep and of long texts is bounded", () => {
    const deep = `${"(select * from ".repeat(20_000)}events`
    assert.isBelow(textScope(deep, deep.length).sources.length, 2)
    const long = `select ${"(".repeat(10_000)}${"]".repeat(10_000)} from events`
    assert.lengthOf(textScope(long, 7).sources, 1)
    const wide = `with ${
      Array.from({ length: 2_000 }, (_, n) => `a${n} as (select * from ${n === 0 ? "events" : `a${n - 1}`})`).join(", ")
    } select  from a1999`
    assert.lengthOf(textScope(wide, wide.length - 10).sources, 1)
  })
})
