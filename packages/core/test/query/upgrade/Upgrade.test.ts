import { assert, describe, it } from "@effect/vitest"
import { makeUpgrade } from "@hedgerow/core/query/upgrade/UpgradeQuery"
import { upgradeRequest } from "@hedgerow/core/query/upgrade/UpgradeRequest"
import { Effect, Result, Schema } from "effect"

const upgrade = makeUpgrade([])

const compareOn = { compareFilter: { compare: true } }
const base = "{\"series\":0}"
const current = "{\"series\":0,\"compare_label\":\"current\"}"
const previous = "{\"series\":0,\"compare_label\":\"previous\"}"
const [baseEntry, currentEntry, previousEntry] = ["a", "b", "c"].map((color) => ({ assignmentBy: "value", color }))
const [zero, one, two, three] = ["p", "q", "r", "s"].map((color) => ({ assignmentBy: "position", color }))
const twoSeries = [{ kind: "EventsNode", event: "a" }, { kind: "EventsNode", event: "b" }]

const trends = (filter: object, more: object = {}, version = 2) => ({
  kind: "TrendsQuery",
  version,
  series: [],
  ...more,
  trendsFilter: filter
})
const byValue = (entries: object, more: object = {}) => trends({ resultCustomizations: entries }, more)
const byPosition = (entries: object, more: object = {}, filter: object = {}) =>
  trends({ resultCustomizationBy: "position", ...filter, resultCustomizations: entries }, more)
const compared = { ...compareOn, series: twoSeries }

const retention = (filter: unknown) => ({ kind: "RetentionQuery", retentionFilter: filter })

/** Nodes as sent, and after the upgrade. Versions are those of 2026. */
const rows: ReadonlyArray<readonly [name: string, sent: unknown, upgraded: unknown]> = [
  ["0001 true", retention({ showMean: true, period: "Day" }), {
    ...retention({ period: "Day", meanRetentionCalculation: "simple" }),
    version: 2
  }],
  ["0001 false", retention({ showMean: false }), { ...retention({ meanRetentionCalculation: "none" }), version: 2 }],
  ["0001 the new name wins", retention({ showMean: true, meanRetentionCalculation: "weighted" }), {
    ...retention({ meanRetentionCalculation: "weighted" }),
    version: 2
  }],
  ["0001 without a filter", retention(null), { ...retention(null), version: 2 }],
  ["0001 a null version is the first", { ...retention({ showMean: true }), version: null }, {
    ...retention({ meanRetentionCalculation: "simple" }),
    version: 2
  }],
  [
    "0002 hides by position",
    trends({ hiddenLegendIndexes: [0, 2], resultCustomizations: { 2: two } }, {}, 1),
    trends(
      {
        resultCustomizationBy: "position",
        resultCustomizations: { 0: { assignmentBy: "position", hidden: true }, 2: { ...two, hidden: true } }
      },
      {},
      5
    )
  ],
  [
    "0002 drops indexes where entries are by value",
    trends({ hiddenLegendIndexes: [0], resultCustomizations: { [base]: baseEntry } }, {}, 1),
    trends({ resultCustomizations: { [base]: baseEntry } }, {}, 5)
  ],
  ["0002 an empty list", trends({ hiddenLegendIndexes: [] }, {}, 1), trends({}, {}, 5)],
  ["0002 only raises stickiness", { kind: "StickinessQuery", stickinessFilter: { hiddenLegendIndexes: [0] } }, {
    kind: "StickinessQuery",
    version: 5,
    stickinessFilter: { hiddenLegendIndexes: [0] }
  }],
  [
    "0003 the current period wins where periods are compared",
    byValue({ [base]: baseEntry, [current]: currentEntry, [previous]: previousEntry }, compareOn),
    trends({ resultCustomizations: { [base]: currentEntry } }, compareOn, 5)
  ],
  [
    "0003 also when it stands first",
    byValue({ [current]: currentEntry, [base]: baseEntry }, compareOn),
    trends({ resultCustomizations: { [base]: currentEntry } }, compareOn, 5)
  ],
  [
    "0003 the entry without a period wins where none are compared",
    byValue({ [current]: currentEntry, [base]: baseEntry }),
    trends({ resultCustomizations: { [base]: baseEntry } }, {}, 5)
  ],
  [
    "0003 the previous period is dropped",
    byValue({ [previous]: previousEntry, other: baseEntry }),
    trends({ resultCustomizations: { other: baseEntry } }, {}, 5)
  ],
  [
    "0003 positions of the previous period move back",
    byPosition({ 0: zero, 2: two, 3: three, x: one }, compared),
    trends({ resultCustomizationBy: "position", resultCustomizations: { 0: zero, 1: three, x: one } }, compared, 5)
  ],
  ...[{ formulaNodes: [{}, {}] }, { formulas: ["A", "B"] }].map((filter) =>
    [
      `0003 counts ${Object.keys(filter)[0] ?? ""}`,
      byPosition({ 3: three }, { ...compareOn, series: [...twoSeries, ...twoSeries] }, filter),
      trends(
        { resultCustomizationBy: "position", ...filter, resultCustomizations: { 1: three } },
        { ...compareOn, series: [...twoSeries, ...twoSeries] },
        5
      )
    ] as const
  ),
  ...[
    { series: twoSeries },
    { ...compared, breakdownFilter: { breakdown: "plan", breakdown_type: "event" } },
    { ...compared, breakdownFilter: { breakdowns: [{}] } }
  ].map((more, index) =>
    [
      `0003 leaves positions without comparison and with breakdowns (${index})`,
      byPosition({ 3: three }, more),
      trends({ resultCustomizationBy: "position", resultCustomizations: { 3: three } }, more, 5)
    ] as const
  ),
  ["0003 of stickiness", {
    kind: "StickinessQuery",
    version: 2,
    ...compareOn,
    stickinessFilter: { resultCustomizations: { [current]: currentEntry } }
  }, {
    kind: "StickinessQuery",
    version: 5,
    ...compareOn,
    stickinessFilter: { resultCustomizations: { [base]: currentEntry } }
  }],
  ...(["LifecycleQuery", "CalendarHeatmapQuery", "StickinessQuery", "TrendsQuery"] as const).map((kind) =>
    [
      `0004 of ${kind}`,
      { kind, series: [{ event: "a" }, { id: 3 }, { table_name: "t", id: "t" }, {}, { kind: "X" }, 7] },
      {
        kind,
        version: kind === "TrendsQuery" || kind === "StickinessQuery" ? 5 : 2,
        series: [
          { event: "a", kind: "EventsNode" },
          { id: 3, kind: "ActionsNode" },
          { table_name: "t", id: "t", kind: "DataWarehouseNode" },
          { kind: "EventsNode" },
          { kind: "X" },
          7
        ]
      }
    ] as const
  ),
  ["0004 of funnels and what they exclude", {
    kind: "FunnelsQuery",
    series: [{ table_name: "t" }],
    funnelsFilter: { exclusions: [{ id: 1, funnelFromStep: 0 }, { table_name: "t" }] }
  }, {
    kind: "FunnelsQuery",
    version: 2,
    series: [{ table_name: "t", kind: "FunnelsDataWarehouseNode" }],
    funnelsFilter: {
      exclusions: [{ id: 1, funnelFromStep: 0, kind: "ActionsNode" }, { table_name: "t", kind: "EventsNode" }]
    }
  }],
  [
    "0005 drops entries by the other key",
    trends({ resultCustomizations: { [base]: baseEntry, 0: zero } }, {}, 4),
    trends({ resultCustomizations: { [base]: baseEntry } }, {}, 5)
  ],
  [
    "0005 by position",
    trends({ resultCustomizationBy: "position", resultCustomizations: { [base]: baseEntry, 0: zero } }, {}, 4),
    trends({ resultCustomizationBy: "position", resultCustomizations: { 0: zero } }, {}, 5)
  ],
  ...["HogQLQuery", "ServiceSqlQuery"].flatMap((kind) => [
    [`extra of ${kind}`, { kind, runDirectly: true }, { kind, sendRawQuery: true }] as const,
    [`extra of ${kind}, the new name wins`, { kind, skipDirectHogQL: true, runDirectly: true, sendRawQuery: false }, {
      kind,
      sendRawQuery: false
    }] as const
  ]),
  ["wrappers, lists and nodes in nodes", {
    kind: "InsightVizNode",
    version: null,
    tiles: [[{ source: { kind: "DataTableNode", source: retention({ showMean: true }) } }]],
    source: { kind: "FunnelsQuery", series: [], more: { kind: "LifecycleQuery", series: [{}] } }
  }, {
    kind: "InsightVizNode",
    version: null,
    tiles: [[{
      source: {
        kind: "DataTableNode",
        source: { ...retention({ meanRetentionCalculation: "simple" }), version: 2 }
      }
    }]],
    source: {
      kind: "FunnelsQuery",
      version: 2,
      series: [],
      more: { kind: "LifecycleQuery", version: 2, series: [{ kind: "EventsNode" }] }
    }
  }]
]

const unchanged: ReadonlyArray<unknown> = [
  null,
  7,
  "text",
  [],
  { kind: "EventsNode", version: null, event: "a" },
  { kind: "TomatoSoup", version: 1, retentionFilter: { showMean: true } },
  { kind: ["RetentionQuery"], retentionFilter: { showMean: true } },
  ...[3, 99, 0, -1, 1.5, "1", true].map((version) => Object.assign(retention({ showMean: true }), { version })),
  trends({ resultCustomizations: { [base]: baseEntry } }, compareOn, 5),
  JSON.parse("{\"__proto__\": {\"a\": 1}, \"constructor\": [1]}")
]

const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.Union([schema, Schema.Json]))
const Entry = Schema.Struct({
  assignmentBy: maybe(Schema.Literals(["value", "position"])),
  hidden: maybe(Schema.Boolean)
})
const ShownFilter = Schema.Struct({
  resultCustomizationBy: maybe(Schema.Literals(["value", "position"])),
  hiddenLegendIndexes: maybe(Schema.Array(Schema.Int)),
  resultCustomizations: maybe(
    Schema.Record(Schema.Literals([base, current, previous, "0", "3"]), Schema.optionalKey(Entry))
  ),
  formulas: maybe(Schema.Array(Schema.String))
})

const kinds = [
  "TrendsQuery",
  "StickinessQuery",
  "RetentionQuery",
  "FunnelsQuery",
  "LifecycleQuery",
  "CalendarHeatmapQuery",
  "HogQLQuery",
  "EventsNode",
  "InsightVizNode"
] as const

/** Nodes of every kind with what migrations look at, well formed or not. */
const AnyNode = Schema.Struct({
  kind: Schema.Literals(kinds),
  version: maybe(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 6 }))),
  series: maybe(Schema.Array(Schema.Struct({ event: maybe(Schema.String), id: maybe(Schema.Int) }))),
  trendsFilter: maybe(ShownFilter),
  stickinessFilter: maybe(ShownFilter),
  retentionFilter: maybe(Schema.Struct({ showMean: maybe(Schema.Boolean) })),
  funnelsFilter: maybe(Schema.Struct({ exclusions: maybe(Schema.Array(Schema.Struct({}))) })),
  compareFilter: maybe(Schema.Struct({ compare: maybe(Schema.Boolean) })),
  breakdownFilter: maybe(Schema.Json),
  runDirectly: maybe(Schema.Boolean)
})

describe("upgrading a query", () => {
  it.effect.prop(
    "of any form ends in the last versions, changes nothing a second time and never what was sent",
    [Schema.Array(Schema.Union([AnyNode, Schema.Struct({ source: AnyNode })]))],
    ([nodes]) =>
      Effect.gen(function*() {
        const before = structuredClone(nodes)
        const found = yield* upgrade(nodes)
        assert.deepStrictEqual(nodes, before)
        assert.strictEqual(yield* upgrade(found), found)
      })
  )

  for (const [name, sent, upgraded] of rows) {
    it.effect(name, () =>
      Effect.gen(function*() {
        const before = structuredClone(sent)
        const found = yield* upgrade(sent)
        assert.deepStrictEqual(found, upgraded)
        assert.deepStrictEqual(sent, before, "what was sent is not changed")
        assert.strictEqual(yield* upgrade(found), found, "a second upgrade changes nothing")
      }))
  }

  it.effect("leaves new, unknown and unversioned nodes as they are", () =>
    Effect.forEach(unchanged, (value) =>
      Effect.gen(function*() {
        assert.strictEqual(yield* upgrade(value), value)
      })))

  it.effect("keeps members with names that objects inherit", () =>
    Effect.gen(function*() {
      const sent: unknown = JSON.parse(
        `{"__proto__": {"kind": "RetentionQuery"}, "list": [{"kind": "LifecycleQuery", "__proto__": 1}]}`
      )
      assert.strictEqual(
        JSON.stringify(yield* upgrade(sent)),
        `{"__proto__":{"kind":"RetentionQuery","version":2},"list":[{"kind":"LifecycleQuery","__proto__":1,"version":2}]}`
      )
    }))

  it.effect("goes deeper than any stack, and gives others time in large nodes", () =>
    Effect.gen(function*() {
      let deep: unknown = retention({ showMean: true })
      for (let level = 0; level < 200_000; level++) deep = level % 2 === 0 ? [deep] : { source: deep }
      let found = yield* upgrade(deep)
      for (let level = 0; level < 200_000; level++) {
        found = Array.isArray(found) ? found[0] : (found as { readonly source: unknown }).source
      }
      assert.deepStrictEqual(found, { ...retention({ meanRetentionCalculation: "simple" }), version: 2 })

      const order: Array<string> = []
      const mark = (name: string) => Effect.sync(() => order.push(name))
      const large = Array.from({ length: 20_000 }, () => retention({ showMean: true }))
      yield* Effect.all([
        Effect.andThen(upgrade(large), mark("large")),
        Effect.andThen(Effect.yieldNow, mark("small"))
      ], { concurrency: "unbounded" })
      assert.deepStrictEqual(order, ["small", "large"])
    }))

  it.effect("reads keys of customizations that are no JSON, or JSON of any depth, as keys", () =>
    Effect.gen(function*() {
      const levels = 100_000
      const key = `{"compare_label":"current","a":${"[".repeat(levels)}${"]".repeat(levels)}}`
      const sent = byValue({ [key]: baseEntry, "{": currentEntry, "7": baseEntry })
      const found = (yield* upgrade(sent)) as ReturnType<typeof byValue>
      const { resultCustomizations } = found.trendsFilter as { readonly resultCustomizations: object }
      assert.lengthOf(Object.keys(resultCustomizations), 3)
    }))

  it.effect("is linear in the hidden series of a node", () =>
    Effect.gen(function*() {
      const hiddenLegendIndexes = Array.from({ length: 100_000 }, (_, index) => index)
      const found = yield* upgrade(trends({ hiddenLegendIndexes }, {}, 1))
      const { resultCustomizations } = (found as ReturnType<typeof trends>).trendsFilter as {
        readonly resultCustomizations: object
      }
      assert.lengthOf(Object.keys(resultCustomizations), 100_000)
    }))

  it.effect("brings kinds of the registry to their own versions, under each of their names", () =>
    Effect.gen(function*() {
      const own = makeUpgrade([{ kind: "Tide", aliases: ["Ebb"], upgrades: [(node) => ({ ...node, port: true })] }])
      assert.deepStrictEqual(yield* own([{ kind: "Ebb" }, { kind: "Tide", version: 2 }]), [
        { kind: "Ebb", port: true, version: 2 },
        { kind: "Tide", version: 2 }
      ])
    }))

  it.effect("asks for the query alone", () =>
    Effect.gen(function*() {
      for (const body of [{}, [], null, 7, { Query: {} }]) {
        const found = yield* Effect.result(upgradeRequest(body))
        assert.deepStrictEqual(
          Result.match(found, {
            onFailure: ({ issues: [{ code, path }] }) => [code, ...path],
            onSuccess: () => "upgraded"
          }),
          ["required", "query"]
        )
      }
      assert.deepStrictEqual(yield* upgradeRequest({ query: null, name: "ignored" }), null)
      assert.deepStrictEqual(yield* upgradeRequest({ query: retention(null) }), { ...retention(null), version: 2 })
    }))
})
