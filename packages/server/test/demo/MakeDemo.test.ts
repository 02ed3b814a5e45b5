import { assert, it } from "@effect/vitest"
import { demoEvents } from "@hedgerow/server/demo/DemoEvents"
import { day, type DemoPlan, demoSizes, planText, readPlan } from "@hedgerow/server/demo/DemoPlan"
import { makeDemo } from "@hedgerow/server/demo/MakeDemo"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"

const today = Date.UTC(2026, 5, 1)
const plan: DemoPlan = { ...demoSizes.small, seed: 1, start: today - 90 * day }

interface Figures {
  readonly number_of_samples: number
  readonly lift: number
  readonly lift_interval: readonly [number, number]
  readonly significant: boolean
}
interface Results {
  readonly metrics: ReadonlyArray<{ readonly result: { readonly variant_results: readonly [Figures] } }>
  readonly srm: { readonly p_value: number }
}
interface List<A> {
  readonly results: ReadonlyArray<A>
  readonly count: number
}
interface Named {
  readonly id: number | string
  readonly name: string
}
interface Dashboard {
  readonly tiles: ReadonlyArray<
    { readonly error: unknown; readonly insight: { readonly name: string; readonly result: unknown } }
  >
}

const read = <A>(path: string, method = "GET") =>
  Effect.gen(function*() {
    const { project, send } = yield* TestApi
    return (yield* send(method, `/api/projects/${project.id}/${path}`)) as A
  })

const quiet = () => Effect.void

/** Everything that a second run could make twice; each flag by itself has a dashboard of its use with two insights. */
const counts = Effect.gen(function*() {
  const lists = ["feature_flags/", "experiments/", "surveys/", "insights/", "dashboards/"]
  const records = yield* Effect.forEach(lists, (path) => Effect.map(read<List<Named>>(path), ({ count }) => count))
  const { query } = yield* TestApi
  const [events] = yield* query("select count(), count(distinct uuid), count(distinct person_id) from events")
  return { records, events }
})

const sum = (value: unknown): number =>
  typeof value === "number" ? value : Array.isArray(value) ? value.reduce((all: number, one) => all + sum(one), 0) : 0

const figuresOf = Effect.fnUntraced(function*(name: string) {
  const { results } = yield* read<List<Named>>("experiments/")
  const found = results.find((experiment) => experiment.name === name)
  const { metrics: [metric], srm } = yield* read<Results>(`experiments/${found?.id}/results/`)
  assert.isAbove(srm.p_value, 0.001)
  assert.isDefined(metric)
  return metric.result.variant_results[0]
})

it.effect("the demo shows what was put into it, and a second run makes nothing", () =>
  Effect.gen(function*() {
    yield* TestClock.setTime(today + 12 * 3_600_000)
    const { project, query } = yield* TestApi
    const progress: Array<number> = []
    const made = yield* makeDemo(project, plan, (events) => Effect.sync(() => void progress.push(events)))
    assert.deepStrictEqual([made.wasThere, progress.at(-1)], [false, 20_000])

    const before = yield* counts
    assert.deepStrictEqual(before, { records: [5, 2, 1, 11, 4], events: [20_000, 20_000, 1_000] })
    const span =
      "select min(timestamp) >= toDateTime('2026-03-03'), max(timestamp) < toDateTime('2026-06-01') from events"
    assert.deepStrictEqual(yield* query(span), [[1, 1]])

    const pricing = yield* figuresOf("Yearly pricing")
    assert.isTrue(pricing.significant)
    assert.closeTo(pricing.lift, 0.5, 0.02)
    const sameness = yield* figuresOf("A/A check")
    assert.isFalse(sameness.significant)
    assert(sameness.lift_interval[0] < 0 && 0 < sameness.lift_interval[1], JSON.stringify(sameness))

    const survey = (yield* read<List<Named>>("surveys/")).results[0]
    const { stats } = yield* read<{ readonly stats: Readonly<Record<string, { readonly total_count: number }>> }>(
      `surveys/${survey?.id}/stats/`
    )
    assert.isAbove(stats["survey sent"]?.total_count ?? 0, 50)
    assert.isAbove(stats["survey dismissed"]?.total_count ?? 0, 20)

    const { tiles } = yield* read<Dashboard>(`dashboards/${made.dashboard}/?refresh=blocking`)
    assert.strictEqual(tiles.length, 5)
    for (const { error, insight } of tiles) {
      assert.isNull(error, insight.name)
      assert.isAbove(
        sum(
          JSON.parse(JSON.stringify(insight.result), (_, value: unknown) =>
            value !== null && typeof value === "object" && !Array.isArray(value) ? Object.values(value) : value)
        ),
        10,
        insight.name
      )
    }

    const again = yield* makeDemo(project, { ...plan, seed: 2, start: today }, quiet)
    assert.deepStrictEqual(again, { plan, dashboard: made.dashboard, wasThere: true })
    assert.deepStrictEqual(yield* counts, before)
  }).pipe(Effect.provide(TestApi.layer)))

it.effect("a demo that was stopped goes on with the plan that it had", () =>
  Effect.gen(function*() {
    yield* TestClock.setTime(today)
    const { project } = yield* TestApi
    const few = { ...plan, persons: 100, events: 2_000 }
    const stop = (events: number) => events > 900 ? Effect.die("stopped") : Effect.void
    assert.strictEqual((yield* Effect.exit(makeDemo(project, few, stop)))._tag, "Failure")
    yield* TestClock.adjust("3 days")
    const { plan: finished } = yield* makeDemo(project, { ...plan, start: plan.start + 3 * day }, quiet)
    assert.deepStrictEqual(finished, few)
    assert.deepStrictEqual(yield* counts, { records: [5, 2, 1, 11, 4], events: [2_000, 2_000, 100] })
  }).pipe(Effect.provide(TestApi.layer)))

it("a plan is read from its words, and always makes the same events", () => {
  assert.deepStrictEqual(readPlan(`It is ${planText(plan)}.`), plan)
  const of = (seed: number) =>
    JSON.stringify([...demoEvents({ ...plan, seed, persons: 50, events: 500 }, { id: "s", name: "S" })])
  assert.strictEqual(of(1), of(1))
  assert.notStrictEqual(of(1), of(2))
})
