import type { Project } from "@hedgerow/core/identity/Project"
import { Clock, Context, type Duration, Effect, Layer, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"
import { type CapturedEvent, TestApi, type TestEvent, type TestServices } from "./TestApi.ts"

/** What `startTestApi` is given. */
export interface StartOptions {
  /** The time at which the API's clock begins, ISO 8601; it moves by `moveClock` alone. Default: the real time. */
  readonly at?: string
}

/** `TestApi` by promises, for tests that know no effects; each method does what its namesake of `TestApi` does. */
export interface StartedTestApi {
  readonly project: Project
  readonly host: string
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  readonly token: string
  readonly key: string
  readonly send: (method: string, path: string, body?: unknown) => Promise<unknown>
  readonly capture: (...events: ReadonlyArray<TestEvent>) => Promise<void>
  readonly query: (sql: string) => Promise<ReadonlyArray<ReadonlyArray<unknown>>>
  readonly setFlag: (key: string, value: boolean | string) => Promise<void>
  readonly events: (name?: string) => Promise<ReadonlyArray<CapturedEvent>>
  /** Moves the API's clock, such as by `"1 day"`; the background work that becomes due on the way is done. */
  readonly moveClock: (by: Duration.Input) => Promise<void>
  /** Runs an effect over the services of the API, without HTTP. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, TestServices>) => Promise<A>
  readonly close: () => Promise<void>
}

/** Starts the API in memory, with an empty project and a clock that stands. */
export const startTestApi = ({ at }: StartOptions = {}): Promise<StartedTestApi> => {
  const beginning = at === undefined ? Clock.currentTimeMillis : Effect.sync(() => Date.parse(at))
  const clock = Layer.unwrap(
    Effect.map(
      beginning,
      (millis) =>
        Layer.provideMerge(Layer.effectDiscard(TestClock.setTime(millis)), TestClock.layer({ warningDelay: "10 days" }))
    )
  )
  const runtime = ManagedRuntime.make(TestApi.layer.pipe(Layer.provideMerge(clock)))
  const run: StartedTestApi["run"] = (effect) => runtime.runPromise(effect)
  return runtime.context().then((context) => {
    const { capture, events, fetch, host, key, project, query, send, setFlag, token } = Context.get(context, TestApi)
    return {
      project,
      host,
      fetch,
      token,
      key,
      send: (...request) => run(send(...request)),
      capture: (...captured) => run(capture(...captured)),
      query: (sql) => run(query(sql)),
      setFlag: (flag, value) => run(setFlag(flag, value)),
      events: (name) => run(events(name)),
      moveClock: (by) => run(TestClock.adjust(by)),
      run,
      close: () => runtime.dispose()
    }
  })
}
