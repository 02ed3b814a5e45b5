import { assert, it } from "@effect/vitest"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { Effect, type Layer, Option } from "effect"
import { barFor, isMeant, waitsForJobs, wholeRun } from "./Bars.ts"
import { type Answered, faultOf, parsed } from "./Checks.ts"
import { type Operation, operations } from "./Document.ts"
import { FuzzWorld } from "./FuzzWorld.ts"
import { preparationOf } from "./Preparations.ts"
import { publish } from "./Publish.ts"
import { makeRandom } from "./Random.ts"
import { type Keys, makePlanner, type Plan } from "./Requests.ts"
import { endsChange, forget, forgetRefused, harvest, poolOf, type State, waitingChanges } from "./State.ts"
import { askForChange, furnishOwn, makeForeignTenant } from "./Tenants.ts"

/** A request that is not answered within this time hangs, however busy the machine is. */
const patience = "2 minutes"

/** Some operations are for records that only a part of those that are created become. */
const mostTries = 4

/** The most findings that are reported. */
const mostFindings = 40

const seed = Number(process.env["HEDGEROW_FUZZ_SEED"] ?? 12)
/** A whole run is for those who publish its numbers; the bars are lower in proportion for a part of it. */
const requestsOf = (part: number): number => Number(process.env["HEDGEROW_FUZZ_REQUESTS"] ?? wholeRun.requests / part)

/** At regular steps the operation that has succeeded least is asked soundly, as some have few records. */
const catchUpEvery = 3

/** The share of a run that may make up at its end, by sound requests, for what chance left below its bar. */
const makingUp = 1 / 10

/** The operations that lag behind by chance alone. */
const hurried = operations.filter(({ operationId }) =>
  !waitsForJobs(operationId) && barFor(operationId, wholeRun.requests) > 0
)

const shown = (text: string): string =>
  text.length > 1_500 ? `${text.slice(0, 1_500)}… (${text.length} characters)` : text

/** Each request comes from another address: guesses at links from one are slowed down soon. */
const requestOf = ({ body, headers, method, path }: Plan, index: number): Request =>
  new Request(`http://hedgerow.test${path}`, {
    method,
    headers: { ...headers, "x-forwarded-for": `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}` },
    ...(body === undefined ? undefined : { body })
  })

const firstPiece = Effect.fnUntraced(function*(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  const { value } = yield* Effect.promise(() => reader.read())
  yield* Effect.promise(() => reader.cancel())
  return new TextDecoder().decode(value)
})

/** Reads an answer; of a stream, its first piece. */
const readAnswer = Effect.fnUntraced(function*(response: Response) {
  const { body, headers, status } = response
  const isStream = headers.get("content-type") === "text/event-stream" && body !== null
  const text = isStream ? yield* firstPiece(body) : yield* Effect.promise(() => response.text())
  return { status, headers, text } satisfies Answered
})

const describePlan = ({ body, fault, headers, method, operation, path }: Plan): string =>
  `${operation.operationId} (${fault ?? "sound"}): ${method} ${shown(path)} ${
    JSON.stringify(headers).slice(0, 300)
  }\n  ${shown(typeof body === "string" ? body : body === undefined ? "" : `bytes ${body.join()}`)}`

const prepare = Effect.gen(function*() {
  const world = yield* FuzzWorld
  const tenant = yield* makeForeignTenant
  const own = yield* furnishOwn
  const keys: Keys = { full: own.full, login: world.login, narrow: own.narrow, foreign: tenant.key }
  const state: State = {
    project: world.project.id,
    sibling: own.sibling,
    organization: world.project.organization_id,
    token: world.project.api_token,
    emails: world.emails,
    pools: new Map(),
    foreign: tenant.things,
    kept: new Set([...world.kept, ...own.kept]),
    activeKeys: new Map(),
    measured: undefined,
    tile: undefined,
    delivery: undefined,
    counter: 1
  }
  return { keys, state, seen: tenant.seen }
})

/**
 * Every operation in turn, those that create records or read bodies more often; reads come first, so that the existing
 * ids are known.
 */
const turns = (count: number): ReadonlyArray<Operation> => {
  const lists = operations.filter(({ method }) => method === "GET")
  const creating = operations.filter(({ responses }) => "201" in responses)
  const reading = operations.filter(({ body }) => body !== undefined)
  const cycle = [...operations, ...creating, ...reading, ...reading]
  const rest = Array.from({ length: count - lists.length }, (_, index) => cycle[index % cycle.length] as Operation)
  return [...lists, ...rest]
}

const run = Effect.fnUntraced(function*(rounds: number) {
  const { send } = yield* FuzzWorld
  const { keys, seen, state } = yield* prepare
  const before = yield* seen
  const plan = makePlanner(state, keys, makeRandom(seed))
  const findings: Array<string> = []
  const kinds = new Set<string>()
  const successes = new Map<string, number>()
  const refusals = new Map<string, string>()
  const sent = new Map<number, number>()

  const note = (planned: Plan, what: string, answer: Answered | undefined, index: number) => {
    const kind = `${planned.operation.operationId} ${what.slice(0, 60)}`
    if (kinds.has(kind) || findings.length >= mostFindings) return
    kinds.add(kind)
    findings.push(`${index}: ${what}\n  ${describePlan(planned)}\n  → ${answer?.status} ${shown(answer?.text ?? "")}`)
  }

  const settle = (planned: Plan, answer: Answered) => {
    const { fault, operation, params } = planned
    if (fault === "method") return
    if (isMeant(operation.operationId, answer.status)) {
      successes.set(operation.operationId, (successes.get(operation.operationId) ?? 0) + 1)
    }
    if (answer.status < 400) {
      const sent = typeof planned.body === "string" ? Option.getOrUndefined(parsed(planned.body)) : undefined
      harvest(state, operation, params, sent, Option.getOrUndefined(parsed(answer.text)))
      if (operation.method === "DELETE" || endsChange.has(operation.operationId)) forget(state, operation, params)
    } else if (fault === undefined && !isMeant(operation.operationId, answer.status)) {
      refusals.set(operation.operationId, `${describePlan(planned)}\n  → ${answer.status} ${shown(answer.text)}`)
      if (answer.status === 404) forget(state, operation, params)
      forgetRefused(state, operation, params)
    }
  }

  const ask = Effect.fnUntraced(function*(planned: Plan, index: number) {
    const answer = yield* Effect.flatMap(Effect.promise(() => send(requestOf(planned, index))), readAnswer).pipe(
      Effect.timeoutOption(patience)
    )
    if (Option.isNone(answer)) note(planned, `was not answered within ${patience}`, undefined, index)
    else {
      const { status } = answer.value
      sent.set(status, (sent.get(status) ?? 0) + 1)
      const fault = faultOf(planned, answer.value)
      if (fault !== undefined) note(planned, fault, answer.value, index)
      settle(planned, answer.value)
    }
  })

  /** A change that waits is known to the operations on one. */
  const askForChangeBefore = Effect.fnUntraced(function*({ operationId, path }: Operation) {
    if (!operationId.startsWith("changeRequests.") || !path.includes("{id}")) return
    if (poolOf(state, waitingChanges).size > 0) return
    const id = yield* askForChange(`guarded-${state.counter++}`)
    if (id !== undefined) { for (const name of [waitingChanges, "change_requests"]) poolOf(state, name).add(id) }
  })

  const prepareFor: (operation: Operation, index: number) => Effect.Effect<void> = Effect.fnUntraced(
    function*(operation, index) {
      for (let tries = 0; tries < mostTries; tries++) {
        const before = preparationOf(state, operation)
        if (before === undefined) return
        yield* prepareFor(before, index)
        yield* ask(plan(before, true), index)
      }
    }
  )

  const countOf = ({ operationId }: Operation) => successes.get(operationId) ?? 0
  const lagging = () => hurried.reduce((least, one) => countOf(one) < countOf(least) ? one : least)

  const askPrepared = Effect.fnUntraced(function*(operation: Operation, isSound: boolean, index: number) {
    yield* askForChangeBefore(operation)
    yield* prepareFor(operation, index)
    yield* ask(plan(operation, isSound), index)
  })

  for (const [index, operation] of turns(rounds).entries()) {
    const isCatchUp = index > operations.length && index % catchUpEvery === 0
    yield* askPrepared(isCatchUp ? lagging() : operation, isCatchUp, index)
  }
  const short = () => operations.filter((one) => countOf(one) < barFor(one.operationId, rounds))
  for (let made = 0, left = short(); made < rounds * makingUp && left.length > 0; left = short()) {
    for (const operation of left) {
      // Requests to a storage in memory leave no turn to the timers that jobs wait for.
      if (waitsForJobs(operation.operationId)) yield* Effect.sleep("20 millis")
      yield* askPrepared(operation, true, rounds + made++)
    }
  }
  return { findings, successes, refusals, sent, before, after: yield* seen }
})

/** Sends requests of every operation, sound and broken, to the API over a storage: a part of a whole run of them. */
export const openApiFuzz = <E>(name: string, storage: Layer.Layer<StoragePorts, E>, part = 3): void => {
  const rounds = requestsOf(part)
  it.live(
    `${rounds} requests from the document, over ${name} (HEDGEROW_FUZZ_SEED=${seed})`,
    () =>
      Effect.gen(function*() {
        const { after, before, findings, refusals, sent, successes } = yield* run(rounds)
        const counts = operations.map(({ operationId }) => ({ operationId, count: successes.get(operationId) ?? 0 }))
        assert.deepStrictEqual(findings, [], findings.join("\n\n"))
        assert.deepStrictEqual(after, before, "another tenant's things changed")
        const told = counts.filter(({ count, operationId }) => count < barFor(operationId, rounds)).map((
          { count, operationId }
        ) => `${operationId} succeeded ${count} times; of its refusals: ${refusals.get(operationId)}`)
        assert.deepStrictEqual(told, [], told.join("\n\n"))
        const file = process.env["HEDGEROW_FUZZ_PUBLISH"]
        if (file !== undefined) publish(file, { name, seed, rounds, sent, counts })
      }).pipe(Effect.provide(FuzzWorld.layerOver(storage))),
    3_600_000
  )
}
