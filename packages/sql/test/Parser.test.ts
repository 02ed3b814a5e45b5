import { assert, describe, it } from "@effect/vitest"
import type { Statement } from "@hedgerow/sql/ast/Ast"
import { parseExpression, parseStatement } from "@hedgerow/sql/parse/Parser"
import { printExpression } from "@hedgerow/sql/print/Printer"
import { Result } from "effect"
import { isTree, treeText } from "./support/Trees.ts"

const expressions: ReadonlyArray<readonly [text: string, tree: string]> = [
  // precedence
  [
    "1 + 2 * 3 - 4",
    "Binary(operator=\"-\" left=Binary(operator=\"+\" left=1 right=Binary(operator=\"*\" left=2 right=3)) right=4)"
  ],
  ["a || b + c", "Binary(operator=\"+\" left=Binary(operator=\"||\" left=a right=b) right=c)"],
  ["-a * b", "Binary(operator=\"*\" left=Unary(operator=\"-\" expr=a) right=b)"],
  ["-1", "-1"],
  ["a - -1", "Binary(operator=\"-\" left=a right=-1)"],
  [
    "not a = b and c",
    "Logical(operator=\"and\" operands=[Unary(operator=\"not\" expr=Binary(operator=\"=\" left=a right=b)) c])"
  ],
  ["not(a) = b", "Binary(operator=\"=\" left=Unary(operator=\"not\" expr=a) right=b)"],
  ["a or b and (c and d) or e", "Logical(operator=\"or\" operands=[a Logical(operator=\"and\" operands=[b c d]) e])"],
  ["a ?? b = c", "Binary(operator=\"??\" left=a right=Binary(operator=\"=\" left=b right=c))"],
  ["a = b is null", "IsNull(expr=Binary(operator=\"=\" left=a right=b))"],
  [
    "a and b not between 1 and 2 and c",
    "Logical(operator=\"and\" operands=[a Between(expr=b low=1 high=2 negated=true) c])"
  ],
  ["a ? b : c ? d : e", "Ternary(condition=a then=b else=Ternary(condition=c then=d else=e))"],
  ["a + 1 as b", "Alias(expr=Binary(operator=\"+\" left=a right=1) name=\"b\")"],
  ["f(a as b)", "Call(name=\"f\" args=[Alias(expr=a name=\"b\")])"],
  // operators by their several spellings
  ["a == b <> c", "Binary(operator=\"!=\" left=Binary(operator=\"=\" left=a right=b) right=c)"],
  ["a ~ b", "Binary(operator=\"=~\" left=a right=b)"],
  ["a ~* b", "Binary(operator=\"=~*\" left=a right=b)"],
  ["a !~* b", "Binary(operator=\"!~*\" left=a right=b)"],
  ["a not ilike b", "Binary(operator=\"not ilike\" left=a right=b)"],
  ["a not in (1, 2)", "In(expr=a set=Tuple(items=[1 2]) negated=true)"],
  ["a in cohort", "In(expr=a set=cohort)"],
  ["a in cohort 'x'", "In(expr=a set='x' cohort=true)"],
  ["a not in cohort 2", "In(expr=a set=2 negated=true cohort=true)"],
  // access
  ["properties.$a.`b c`", "properties.$a.b c"],
  ["t.*", "Star(path=[\"t\"])"],
  ["a.1.b", "Member(expr=Member(expr=a name=\"1\") name=\"b\")"],
  ["a.1.2", "Member(expr=Member(expr=a name=\"1\") name=\"2\")"],
  ["(a).b", "Member(expr=a name=\"b\")"],
  [
    "a?.b?.[1]?.2",
    "Member(expr=Index(expr=Member(expr=a name=\"b\" nullSafe=true) index=1 nullSafe=true) name=\"2\" nullSafe=true)"
  ],
  ["a ? .5 : 1", "Ternary(condition=a then=0.5 else=1)"],
  [
    "a::Array( Nullable(String) )::DateTime64(6,'UTC')",
    "Cast(expr=Cast(expr=a typeName=\"Array(Nullable(String))\") typeName=\"DateTime64(6, 'UTC')\")"
  ],
  ["{filters.dateRange.from}", "Placeholder(path=[\"filters\" \"dateRange\" \"from\"])"],
  // calls
  ["quantile(0.9)(distinct x)", "Call(name=\"quantile\" params=[0.9] args=[x] distinct=true)"],
  [
    "f((x, y) -> x, z -> z)",
    "Call(name=\"f\" args=[Lambda(params=[\"x\" \"y\"] body=x) Lambda(params=[\"z\"] body=z)])"
  ],
  ["f(x, y -> z)", "Call(name=\"f\" args=[Lambda(params=[\"x\" \"y\"] body=z)])"],
  ["and(a, b)", "Call(name=\"and\" args=[a b])"],
  ["left(timestamp, 1)", "Call(name=\"left\" args=[timestamp 1])"],
  ["exists(select 1)", "Call(name=\"exists\" args=[Subquery(query=Select(columns=[1]))])"],
  [
    "sum(x) over (partition by a order by b desc rows between unbounded preceding and 1 following)",
    "Call(name=\"sum\" args=[x] over=(window=(partitionBy=[a] orderBy=[(expr=b descending=true)] " +
    "frame=(unit=\"rows\" start=(kind=\"preceding\" count=\"unbounded\") end=(kind=\"following\" count=1)))))"
  ],
  ["rank() over w", "Call(name=\"rank\" over=(window=\"w\"))"],
  // special forms
  ["case x when 1 then 'a' else 'b' end", "Case(subject=x branches=[(when=1 then='a')] else='b')"],
  ["case when x then 1 end", "Case(branches=[(when=x then=1)])"],
  ["cast(a as Int)", "Cast(expr=a typeName=\"Int\")"],
  ["cast(a, 'Int')", "Cast(expr=a typeName=\"Int\")"],
  ["date '2020-01-01'", "Call(name=\"toDate\" args=['2020-01-01'])"],
  ["timestamp '2020-01-01'", "Call(name=\"toDateTime\" args=['2020-01-01'])"],
  ["interval 1 day", "Interval(count=1 unit=\"day\")"],
  ["interval '2 weeks'", "Interval(count=2 unit=\"week\")"],
  ["interval (a) month", "Interval(count=a unit=\"month\")"],
  ["substring(a from 1 for 2)", "Call(name=\"substring\" args=[a 1 2])"],
  ["trim(both 'x' from y)", "Call(name=\"trim\" args=[y 'x'])"],
  ["trim(leading 'x' from y)", "Call(name=\"trimLeft\" args=[y 'x'])"],
  ["extract(day from x)", "Call(name=\"toDayOfMonth\" args=[x])"],
  ["f'a{b}{f'{c}!'}'", "Call(name=\"concat\" args=['a' b Call(name=\"concat\" args=[c '!'])])"],
  ["array[1]", "Array(items=[1])"],
  ["{a: 1, 'b': {},}", "Dict(entries=[(key=a value=1) (key='b' value=Dict())])"],
  ["(1,)", "Tuple(items=[1])"],
  // names that are also keywords
  ["case between 1 and 2", "Between(expr=case low=1 high=2)"],
  ["case (a) when 1 then interval end", "Case(subject=a branches=[(when=1 then=interval)])"],
  [
    "date + interval + timestamp",
    "Binary(operator=\"+\" left=Binary(operator=\"+\" left=date right=interval) right=timestamp)"
  ],
  ["limit = offset", "Binary(operator=\"=\" left=limit right=offset)"],
  ["a.select", "a.select"],
  ["\"select\"", "select"],
  // literals
  ["0x1F", "31"],
  ["0b101", "5"],
  ["017", "17"],
  ["1.", "1.0"],
  [".5e-3", "0.5e-3"],
  ["-Inf", "-inf"],
  ["NaN", "nan"],
  ["TRUE", "Boolean(value=true)"],
  ["'it''s \\'q\\' \\\\ \\n'", "'it's 'q' \\ \n'"],
  ["'\\x41'", "'A'"],
  ["\"a\"\"b\"", "a\"b"],
  ["`a``b`", "a`b"],
  ["/* a */ 1 -- b\n // c\n", "1"]
]

const select1 = "Select(columns=[1])"
const statements: ReadonlyArray<readonly [text: string, tree: string]> = [
  ["select 1;", select1],
  ["((select 1))", select1],
  [
    "select a b, c as d, from t",
    "Select(columns=[Alias(expr=a name=\"b\") Alias(expr=c name=\"d\")] from=Table(path=[\"t\"]))"
  ],
  [
    "with a as (select 1), b + 1 as c, x -> x as f select distinct *",
    `Select(with=[CteQuery(name="a" query=${select1}) CteExpr(name="c" expr=Binary(operator="+" left=b right=1)) ` +
    "CteExpr(name=\"f\" expr=Lambda(params=[\"x\"] body=x))] distinct=true columns=[Star()])"
  ],
  [
    "select 1 from a as x final sample 1/10 offset 1/2",
    "Select(columns=[1] from=Table(path=[\"a\"] alias=\"x\" final=true sample=(ratio=Binary(operator=\"/\" left=1 right=10) " +
    "offset=Binary(operator=\"/\" left=1 right=2))))"
  ],
  [
    "select 1 from a, b left asof join c on d",
    "Select(columns=[1] from=Join(kind=\"left\" strictness=\"asof\" left=Join(kind=\"cross\" left=Table(path=[\"a\"]) " +
    "right=Table(path=[\"b\"])) right=Table(path=[\"c\"]) on=d))"
  ],
  [
    "select 1 from a any right outer join (b join c using (x, y)) using z",
    "Select(columns=[1] from=Join(kind=\"right\" strictness=\"any\" left=Table(path=[\"a\"]) right=Join(kind=\"inner\" " +
    "left=Table(path=[\"b\"]) right=Table(path=[\"c\"]) using=[\"x\" \"y\"]) using=[\"z\"]))"
  ],
  ["select 1 from {a.b} c", "Select(columns=[1] from=PlaceholderTable(name=[\"a\" \"b\"] alias=\"c\"))"],
  ["select 1 from numbers(3)", "Select(columns=[1] from=Table(path=[\"numbers\"] args=[3]))"],
  ["select 1 from (select 1) x", `Select(columns=[1] from=Derived(query=${select1} alias="x"))`],
  [
    "select a from t left array join b as c, d prewhere e where f group by g having h",
    "Select(columns=[a] from=Table(path=[\"t\"]) prewhere=e where=f groupBy=[g] having=h " +
    "arrayJoin=(kind=\"left\" columns=[Alias(expr=b name=\"c\") d]))"
  ],
  [
    "select a window w as (order by b) order by c desc nulls first, d limit 1 offset 2 by e, f limit 3 with ties offset 4",
    "Select(columns=[a] orderBy=[(expr=c descending=true nulls=\"first\") (expr=d)] limitBy=(limit=1 offset=2 by=[e f]) limit=3 " +
    "withTies=true offset=4 windows=[(name=\"w\" window=(orderBy=[(expr=b)]))])"
  ],
  ["select interval from (select 1)", `Select(columns=[interval] from=Derived(query=${select1}))`],
  ["select 1 limit 2, 3", "Select(columns=[1] limit=2 offset=3)"],
  ["select 1 limit 2, 3 by a", "Select(columns=[1] limitBy=(limit=3 offset=2 by=[a]))"],
  ["select 1 offset 2 limit 3", "Select(columns=[1] limit=3 offset=2)"],
  // INTERSECT binds tighter; ORDER BY and LIMIT after an open last branch bind to the whole
  [
    "select 1 union all select 1 intersect select 1 order by a limit 2",
    `Set(operator="union all" left=${select1} right=Set(operator="intersect" left=${select1} right=${select1}) orderBy=[(expr=a)] limit=2)`
  ],
  [
    "select 1 except select 1 union select 1",
    `Set(operator="union distinct" left=Set(operator="except" left=${select1} right=${select1}) right=${select1})`
  ],
  [
    "select 1 union all (select 1 limit 2) limit 3",
    `Set(operator="union all" left=${select1} right=Select(columns=[1] limit=2) limit=3)`
  ],
  [
    "select 1 limit 1 union all select 1",
    `Set(operator="union all" left=Select(columns=[1] limit=1) right=${select1})`
  ],
  ["(select 1) order by a limit 2", "Select(columns=[1] orderBy=[(expr=a)] limit=2)"],
  ["(select 1 limit 5) limit 2", "Select(columns=[Star()] from=Derived(query=Select(columns=[1] limit=5)) limit=2)"],
  ["with a as (select 1) (select 1)", `Select(with=[CteQuery(name="a" query=${select1})] columns=[1])`],
  [
    "select ((select 1) union all (select 1))",
    `Select(columns=[Subquery(query=Set(operator="union all" left=${select1} right=${select1}))])`
  ]
]

const refusals: ReadonlyArray<readonly [text: string, detail: string, start: number, end: number]> = [
  ["", "Empty query", 0, 0],
  [" -- nothing\n", "Empty query", 0, 12],
  ["select event, from", "Expected a table or a sub-query but found the end of the query (line 1, column 19)", 18, 18],
  ["select a +\n  from b", "Expected an expression but found \"from\" (line 2, column 3)", 13, 17],
  ["SELECT 1 FROM t WHERE", "Expected an expression but found the end of the query (line 1, column 22)", 21, 21],
  ["select f(a b)", "Expected \",\" or \")\" but found \"b\" (line 1, column 12)", 11, 12],
  ["select a b 'c'", "Expected the end of the query but found a string (line 1, column 12)", 11, 14],
  ["select case a end", "Expected WHEN but found \"end\" (line 1, column 15)", 14, 17],
  ["select 1; select 2", "Only one statement is allowed (line 1, column 11)", 10, 16],
  ["select 1;;", "Only one statement is allowed (line 1, column 10)", 9, 10],
  ["DROP TABLE events", "Only SELECT statements are allowed, found \"DROP\" (line 1, column 1)", 0, 4],
  ["insert into a values (1)", "Only SELECT statements are allowed, found \"INSERT\" (line 1, column 1)", 0, 6],
  ["select 'abc", "Unterminated string (line 1, column 8)", 7, 11],
  ["select f'a{b", "Unterminated expression in a template (line 1, column 11)", 10, 12],
  ["select `abc", "Unterminated identifier (line 1, column 8)", 7, 11],
  ["select 1 /* x", "Unterminated comment (line 1, column 10)", 9, 13],
  ["select 'a\\d'", "Unknown escape \"\\d\", write \"\\\\d\" for a backslash (line 1, column 10)", 9, 11],
  ["select 'a\u0000'", "A NUL character is not allowed (line 1, column 10)", 9, 10],
  ["select é", "Unexpected character \"é\" (line 1, column 8)", 7, 8],
  ["select 1a", "Invalid number \"1a\" (line 1, column 8)", 7, 9],
  ["select a from b settings c = 1", "SETTINGS is not supported (line 1, column 17)", 16, 24],
  ["select top 3 a from b", "TOP is not supported, use LIMIT (line 1, column 8)", 7, 10],
  [
    "select a from b group by rollup(a) with totals",
    "WITH TOTALS cannot follow sets of keys (line 1, column 26)",
    25,
    46
  ],
  ["select a from b group by cube(a, b, c, d, e, f, g)", "CUBE takes 6 keys at most (line 1, column 31)", 30, 31],
  ["select distinct on () a from b", "DISTINCT ON needs a value (line 1, column 20)", 19, 21],
  ["select a from b order by a with fill", "WITH FILL is not supported (line 1, column 28)", 27, 31],
  ["select 1 format JSON", "FORMAT is not supported (line 1, column 10)", 9, 15],
  ["select a from b join c", "Expected ON or USING but found the end of the query (line 1, column 23)", 22, 22],
  ["select a from b left right join c on d", "A join has one kind and one strictness (line 1, column 22)", 21, 26],
  ["select {f(a)}", "A placeholder is a name such as {filters} (line 1, column 8)", 7, 13],
  ["select a.b(c)", "Only a function can be called (line 1, column 11)", 10, 11],
  [
    "select interval '1 fortnight'",
    "Invalid interval '1 fortnight', write a count and a unit such as '1 day' (line 1, column 17)",
    16,
    29
  ],
  ["select cast(a, 'Int)')", "Invalid type \"Int)\" (line 1, column 16)", 15, 21],
  [
    "select 1 union all select 2 limit 1 by a",
    "LIMIT BY needs parentheses around the last SELECT of a UNION (line 1, column 35)",
    34,
    40
  ],
  [
    "select sum(x) over (rows 1.5 preceding)",
    "Expected a whole number of rows but found \"1.5\" (line 1, column 26)",
    25,
    28
  ]
]

describe("parseExpression", () => {
  for (const [text, tree] of expressions) {
    it(text, () => {
      assert.strictEqual(treeText(Result.getOrThrow(parseExpression(text))), tree)
    })
  }
})

describe("parseStatement", () => {
  for (const [text, tree] of statements) {
    it(text, () => {
      assert.strictEqual(treeText(Result.getOrThrow(parseStatement(text))), tree)
    })
  }
})

describe("refused with the place of the mistake", () => {
  for (const [text, detail, start, end] of refusals) {
    it(JSON.stringify(text), () => {
      const result = parseStatement(text)
      assert.isTrue(Result.isFailure(result))
      if (Result.isFailure(result)) {
        const { _tag, ...place } = result.failure
        assert.strictEqual(_tag, "SqlSyntaxError")
        assert.deepInclude(place, { detail, start, end })
      }
    })
  }
})

/** The texts of all nodes, found by their spans. */
const sources = (text: string, tree: unknown): ReadonlyArray<string> => {
  if (Array.isArray(tree)) return tree.flatMap((item) => sources(text, item))
  if (!isTree(tree)) return []
  const { end, start } = tree
  const own = typeof start === "number" && typeof end === "number" ? [text.slice(start, end)] : []
  return [...own, ...Object.values(tree).flatMap((item) => sources(text, item))]
}

describe("spans", () => {
  it("are those of the text each node was read from", () => {
    const text = "select a.b, f(x + 1) as y from (select 1) t where z between 1 and 2 order by y desc"
    assert.deepStrictEqual(sources(text, Result.getOrThrow(parseStatement(text))), [
      text,
      "a.b",
      "f(x + 1) as y",
      "f(x + 1)",
      "x + 1",
      "x",
      "1",
      "(select 1) t",
      "select 1",
      "1",
      "z between 1 and 2",
      "z",
      "1",
      "2",
      "y desc",
      "y"
    ])
  })

  it("take the parentheses of operands with them", () => {
    const text = "select (a + b) * (c - d)"
    assert.deepStrictEqual(sources(text, Result.getOrThrow(parseStatement(text))), [
      text,
      "(a + b) * (c - d)",
      "a + b",
      "a",
      "b",
      "c - d",
      "c",
      "d"
    ])
  })
})

describe("limits", () => {
  const detailOf = (text: string): string =>
    Result.match(parseStatement(text), { onFailure: ({ detail }) => detail, onSuccess: () => "accepted" })
  const repeated = (before: string, after: string, count: number) => before.repeat(count) + "1" + after.repeat(count)

  const deep: ReadonlyArray<readonly [name: string, make: (count: number) => string]> = [
    ["parentheses", (count) => `select ${repeated("(", ")", count)}`],
    ["calls", (count) => `select ${repeated("f(", ")", count)}`],
    ["arrays", (count) => `select ${repeated("[", "]", count)}`],
    ["dicts", (count) => `select ${repeated("{a: ", "}", count)}`],
    ["indexes", (count) => `select ${repeated("a[", "]", count)}`],
    ["negations", (count) => `select ${repeated("not ", "", count)}`],
    ["minuses", (count) => `select ${"- ".repeat(count)}a`],
    ["ternaries", (count) => `select ${repeated("a ? b : ", "", count)}`],
    ["lambdas", (count) => `select ${repeated("x -> ", "", count)}`],
    ["types", (count) => `select a::${"Nullable(".repeat(count)}Int${")".repeat(count)}`],
    ["sub-queries", (count) => `select ${repeated("(select ", ")", count)}`],
    ["derived tables", (count) => `select * from ${"(select * from ".repeat(count)}t${")".repeat(count)}`],
    ["joins in parentheses", (count) => `select * from ${"(".repeat(count)}t${")".repeat(count)}`],
    ["statements in parentheses", (count) => `${"(".repeat(count)}select 1${")".repeat(count)}`],
    ["templates", (count) => `select ${repeated("f'{", "}'", count)}`],
    ["sums", (count) => `select ${"1 + ".repeat(count)}1`],
    ["casts", (count) => `select 1${"::Int".repeat(count)}`],
    ["members", (count) => `select a${".1".repeat(count)}`],
    ["aliases", (count) => `select a${" as a".repeat(count)}`],
    ["unions", (count) => `${"select 1 union all ".repeat(count)}select 1`],
    ["joins", (count) => `select * from a${", a".repeat(count)}`]
  ]
  for (const [name, make] of deep) {
    it(`${name}: 50 levels are read, 9,000 are refused`, () => {
      assert.strictEqual(detailOf(make(50)), "accepted")
      for (const count of [95, 195, 240, 300]) assert.match(detailOf(make(count)), /^(accepted|The query is .*)$/)
      assert.match(detailOf(make(9_000)), /^The query is (nested too deeply|too long a chain) \(limit [0-9]+/)
    })
  }

  it("wide lists of conditions and values are no tall trees", () => {
    assert.strictEqual(detailOf(`select 1 where ${"a = 1 or ".repeat(12_000)}b`), "accepted")
    assert.strictEqual(detailOf(`select a in (${"1, ".repeat(24_000)}2)`), "accepted")
  })

  it("long lists of names are read in one pass", () => {
    const names = "a, ".repeat(6_000)
    assert.strictEqual(detailOf(`select f(${names}a), (${names}a), [${names}a], ${names}a`), "accepted")
    assert.strictEqual(detailOf(`select f(${names}a -> 1)`), "accepted")
    assert.strictEqual(detailOf(`select a${".a".repeat(24_000)}`), "accepted")
    assert.strictEqual(detailOf(`select 1 where a or (${"a or ".repeat(24_000)}b)`), "accepted")
  })

  it("a text at the limit can be printed", () => {
    const text = `${"1 + ".repeat(245)}1`
    assert.strictEqual(printExpression(Result.getOrThrow(parseExpression(text))).length, 245 * "plus(, 1)".length + 1)
  })

  it("a text of a million characters is read, a longer one refused", () => {
    const padded = (length: number) => `select 1${" ".repeat(length - 8)}`
    assert.strictEqual(detailOf(padded(1024 * 1024)), "accepted")
    assert.strictEqual(
      detailOf(padded(1024 * 1024 + 1)),
      "The query is longer than 1048576 characters (line 1, column 1)"
    )
  })
})

describe("a damaged statement", () => {
  const whole = "with a as (select 1) select b.c, f(1.5)('x') as d, case when e then g end from t join u on v = w " +
    "where h in (1, 2) and {i} group by j order by k desc limit 3 union all (select [1, x -> y], interval 1 day)"

  it("is always refused or read, with any part missing", () => {
    const read: Array<Statement> = []
    for (let start = 0; start < whole.length; start++) {
      for (const length of [1, 2, 5, 20]) {
        const result = parseStatement(whole.slice(0, start) + whole.slice(start + length))
        if (Result.isSuccess(result)) read.push(result.success)
        else assert.isAtLeast(result.failure.end, result.failure.start)
      }
    }
    assert.isAbove(read.length, 50)
  })
})
