import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { PostHog } from "posthog-node"
import { settles } from "./ServerClient.ts"
import { makeDataDir, parsePrinted, type Printed, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

const hour = 3_600_000
const day = 24 * hour
/** The hours to the east of a place where it is midday: no day ends while the test runs. */
const east = 12 - new Date().getUTCHours()
/** POSIX counts to the west. */
const timezone = `Etc/GMT${east > 0 ? "-" : "+"}${Math.abs(east)}`
const today = Math.floor((Date.now() + east * hour) / day) * day - east * hour
/** Each day of the experiment, oldest first, the last of them today. */
const days = [4, 3, 2, 1, 0].map((ago) => today - ago * day)

/** The number of buyers among a hundred people; the lift to find is 25 %. */
const bought: Readonly<Record<string, number>> = { control: 20, test: 25 }

/** Numbers below 1 that are the same in each run (Park and Miller). */
const seeded = (seed: number) => () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647

interface Figures {
  readonly key: string
  readonly number_of_samples: number
  readonly sum: number
  readonly lift: number
  readonly lift_interval: readonly [number, number]
  readonly significant: boolean
}
interface MetricResult {
  readonly baseline: Figures
  readonly variant_results: readonly [Figures]
}
interface Results {
  readonly metrics: ReadonlyArray<{ readonly name: string; readonly result: MetricResult }>
  readonly exposures: { readonly total_exposures: Readonly<Record<string, number>> }
  readonly srm: { readonly p_value: number }
}
interface Experiment {
  readonly id: number
  readonly metrics: ReadonlyArray<{ readonly uuid: string; readonly fingerprint: string }>
}
interface Cohort {
  readonly is_calculating: boolean
  readonly count: number | null
}
interface Timeseries {
  readonly status: string
  readonly recalculation_status: string | null
  readonly timeseries: Readonly<Record<string, MetricResult | null>>
}

const purchase = { kind: "EventsNode", event: "purchase" }

const body = {
  name: "Checkout",
  feature_flag_key: "checkout",
  parameters: {
    feature_flag_variants: [{ key: "control", rollout_percentage: 50 }, { key: "test", rollout_percentage: 50 }]
  },
  metrics: [
    { kind: "ExperimentMetric", metric_type: "mean", name: "Purchases", source: { ...purchase, math: "total" } },
    { kind: "ExperimentMetric", metric_type: "funnel", name: "Buyers", series: [purchase] }
  ],
  start_date: new Date(days[0] ?? 0).toISOString()
}

/**
 * posthog-node assigns people by the experiment's flag on each of five days and sends their purchases: the results find
 * the lift that was put in.
 */
export const findsLift = (usersPerDay: number): void => {
  describe(`an experiment of ${days.length * usersPerDay} people who come from posthog-node`, () => {
    const data = makeDataDir()
    const counted = { control: 0, test: 0 }
    let server: RunningServer
    let printed: Printed
    let experiment: Experiment

    const call = async <A>(method: string, path: string, sent?: object, noun = "experiments"): Promise<A> => {
      const response = await fetch(
        printed.baseUrl + (path.startsWith("/") ? path : `/api/projects/1/${noun}/${path}`),
        {
          method,
          headers: { authorization: `Bearer ${printed.key}`, "content-type": "application/json" },
          ...(sent === undefined ? undefined : { body: JSON.stringify(sent) })
        }
      )
      const text = await response.text()
      assert.include([200, 201], response.status, text)
      return JSON.parse(text) as A
    }

    /** One person asks for the flag, and buys or not. On the last day the client itself reports the exposure. */
    const visit = async (client: PostHog, distinctId: string, start: number, random: () => number) => {
      const isLast = start === today
      const variant = await client.getFeatureFlag("checkout", distinctId, {
        onlyEvaluateLocally: true,
        sendFeatureFlagEvents: isLast
      })
      assert(variant === "control" || variant === "test", String(variant))
      counted[variant]++
      const at = isLast ? Date.now() : start + Math.floor(random() * day / 2)
      const said = { $feature_flag: "checkout", $feature_flag_response: variant }
      if (!isLast) {
        client.capture({ distinctId, event: "$feature_flag_called", properties: said, timestamp: new Date(at) })
      }
      if (random() * 100 < (bought[variant] ?? 0)) {
        client.capture({ distinctId, event: "purchase", timestamp: new Date(at + (isLast ? 1000 : hour)) })
      }
    }

    beforeAll(async () => {
      server = runServer(["serve"], { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path })
      await server.ready
      printed = parsePrinted(server.output())
      await call("PATCH", "/api/projects/1/", { timezone })
      experiment = await call<Experiment>("POST", "", body)
      const client = new PostHog(printed.token, {
        host: printed.baseUrl,
        personalApiKey: printed.key,
        flushAt: 1000,
        maxBatchSize: 1000,
        maxQueueSize: 100_000,
        maxCacheSize: 100_000
      })
      assert.isTrue(await client.waitForLocalEvaluationReady())
      const random = seeded(7)
      for (const [index, start] of days.entries()) {
        for (let number = 0; number < usersPerDay; number++) await visit(client, `${index} ${number}`, start, random)
        await client.flush()
      }
      await client.shutdown()
    }, 120_000)

    afterAll(async () => {
      await stopServer(server)
      data.remove()
    })

    it("shows each person once, and the lift within its interval, in events and in buyers", async () => {
      const { exposures, metrics, srm } = await call<Results>("GET", `${experiment.id}/results/`)
      assert.deepStrictEqual(exposures.total_exposures, counted)
      assert.isAbove(srm.p_value, 0.001)
      assert.deepStrictEqual(metrics.map(({ name }) => name), ["Purchases", "Buyers"])
      for (const { result: { baseline, variant_results: [test] } } of metrics) {
        assert.strictEqual(baseline.number_of_samples, counted.control)
        assert.strictEqual(test.number_of_samples, counted.test)
        const [low, high] = test.lift_interval
        assert(low <= 0.25 && 0.25 <= high, JSON.stringify(test))
        assert.isAbove(low, 0)
        assert.isTrue(test.significant)
      }
    })

    it("has a cohort of the people exposed, and of nobody else", async () => {
      await fetch(`${printed.baseUrl}/capture/`, {
        method: "POST",
        body: JSON.stringify({ api_key: printed.token, event: "purchase", distinct_id: "passer-by", $set: { a: 1 } })
      })
      const made = `${experiment.id}/create_exposure_cohort_for_experiment/`
      const { cohort: { id } } = await call<{ readonly cohort: { readonly id: number } }>("POST", made)
      await settles(async () => (await call<Cohort>("GET", `${id}/`, undefined, "cohorts")).is_calculating, false)
      const exposed = counted.control + counted.test
      assert.strictEqual((await call<Cohort>("GET", `${id}/`, undefined, "cohorts")).count, exposed)
      const query =
        `SELECT uniq(person_id), countIf(distinct_id = 'passer-by') FROM events WHERE person_id IN COHORT ${id}`
      const ask = () =>
        call<{ readonly results: unknown; readonly warnings: ReadonlyArray<string> }>("POST", "", {
          refresh: "force_blocking",
          query: { kind: "HogQLQuery", query }
        }, "query")
      // On a busy machine the members are still being copied to the engine: the answer warns of it.
      await settles(async () => (await ask()).warnings.length, 0)
      assert.deepStrictEqual((await ask()).results, [[exposed, 0]])
    }, 60_000)

    it("has a result for each day, each with the people of the days before", async () => {
      const [metric] = experiment.metrics
      assert(metric !== undefined)
      const { fingerprint, uuid } = metric
      await call("POST", `${experiment.id}/recalculate_timeseries/`, { metric, fingerprint })
      const read = () =>
        call<Timeseries>(
          "GET",
          `${experiment.id}/timeseries_results/?metric_uuid=${uuid}&fingerprint=${fingerprint}`
        )
      await settles(async () => (await read()).status, "completed")
      const { timeseries } = await read()
      assert.deepStrictEqual(
        Object.entries(timeseries).map(([date, result]) => [
          date,
          (result?.baseline.number_of_samples ?? 0) + (result?.variant_results[0].number_of_samples ?? 0)
        ]),
        days.map((
          start,
          index
        ) => [new Date(start + east * hour).toISOString().slice(0, 10), usersPerDay * (index + 1)])
      )
    })
  })
}
