import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { type Copying, indexOf, type Workplace } from "./Copying.ts"
import { differenceOf } from "./Differences.ts"
import { asId, type Ledger, nothing } from "./Ledger.ts"
import { makeObstacles, namesIn, wordOf } from "./Obstacles.ts"
import { ask, type ProjectApi } from "./ProjectApi.ts"
import type { SourceRecord } from "./ReadProject.ts"
import { bodyOf } from "./RecordBody.ts"
import { isDescribed } from "./RecordKinds.ts"
import { steps } from "./RecordSteps.ts"

const joined = (...notes: ReadonlyArray<string | undefined>): string | undefined =>
  notes.filter((note) => note !== undefined && note !== "").join("; ") || undefined

/** A record that can do without some of what it names says what it has lost. */
const lossesOf = (one: SourceRecord, ledger: Ledger): ReadonlyArray<string> =>
  namesIn(one).filter(([named, id]) => ledger.entry(named, id)?.id === undefined)
    .map(([named, id]) => `without the ${wordOf(named)} ${id}`)

/** What a record says at the target, or where records are made. */
const bodyAt = ({ kind, record }: SourceRecord, ledger: Ledger, place: "id" | "workId"): JsonRecord =>
  bodyOf(
    kind,
    record,
    (named, id) => ledger.entry(named, id)?.[place] !== undefined,
    (named, id) => ledger.entry(named, id)?.[place] ?? id
  )

/** Describes an event or a property that nothing was said of. */
const describe = Effect.fnUntraced(
  function*(one: SourceRecord, there: JsonRecord | undefined, body: JsonRecord, { ledger, place }: Copying) {
    const { kind } = one
    const id = asId(there?.["id"])
    const known = { id, workId: id, isMade: false }
    if (there !== undefined && isDescribed(there)) {
      return ledger.end(one, known, "there", differenceOf(kind, there, body))
    }
    if (there === undefined && kind.name === "propertyDefinitions") {
      return ledger.end(one, nothing, "left out", "no event here has it yet: import the events, then run this again")
    }
    if (!place.isDry || there === undefined) {
      yield* there === undefined
        ? ask(place.work, "POST", kind.path, body)
        : ask(place.work, "PATCH", `${kind.path}${String(id)}/`, Struct.omit(body, ["name"]))
    }
    ledger.end(one, known, "made", one.note)
  }
)

/** Makes a record that is not there. */
const make = Effect.fnUntraced(function*(one: SourceRecord, copying: Copying) {
  const { kind } = one
  const { ledger, place } = copying
  const why = yield* steps[kind.name]?.refusal?.(one, copying) ?? Effect.succeed(undefined)
  if (why !== undefined) return ledger.end(one, nothing, "left out", why)
  const untried = namesIn(one).map(([named, id]) => ledger.entry(named, id))
    .some((entry) => entry?.id !== undefined && entry.workId === undefined)
  if (untried) {
    // What it names could not be made again beside the copy of the target.
    const id = `untried ${one.id}`
    return ledger.end(
      one,
      { id, workId: undefined, isMade: true },
      "made",
      joined(one.note, "not tried in the dry run")
    )
  }
  const body = bodyAt(one, ledger, "workId")
  const { body: sent = body, note } = steps[kind.name]?.fit?.(one, body, copying) ?? {}
  const made = yield* ask(place.work, "POST", kind.path, sent)
  const id = asId(made["id"])
  const entry = { id, workId: id, isMade: true }
  ledger.put(kind.name, one.id, entry)
  const more = yield* steps[kind.name]?.made?.(one, made, copying) ?? Effect.succeed(undefined)
  ledger.end(one, entry, "made", joined(one.note, note, more))
})

/** Leaves a record as it is that is there, and says how it differs. */
const keep = Effect.fnUntraced(function*(one: SourceRecord, found: JsonRecord, body: JsonRecord, copying: Copying) {
  const { kind } = one
  const { ledger, place } = copying
  const id = asId(found["id"])
  const there = kind.isReadAlone === true ? yield* ask(place.target, "GET", `${kind.path}${String(id)}/`) : found
  const workId = id === undefined ? undefined : place.workIdOf(kind.name, id)
  ledger.put(kind.name, one.id, { id, workId, isMade: false })
  const note = yield* steps[kind.name]?.found?.(one, there, copying) ?? Effect.succeed(undefined)
  const difference = differenceOf(kind, there, body)
  ledger.end(one, { id, workId, isMade: false }, "there", joined(difference ?? one.note, note))
})

const copyOne = Effect.fnUntraced(
  function*(sent: SourceRecord, copying: Copying) {
    const { ledger } = copying
    const one = { ...sent, note: joined(sent.note, ...lossesOf(sent, ledger)) }
    const body = bodyAt(one, ledger, "id")
    const there = (yield* indexOf(one.kind, copying))(body)
    if (one.kind.mode === "describe") yield* describe(one, there, body, copying)
    else if (there === undefined) yield* make(one, copying)
    else yield* keep(one, there, body, copying)
  },
  (effect, one, { ledger }) =>
    Effect.catchTag(
      effect,
      "AnswerRefused",
      ({ reason }) => Effect.sync(() => ledger.end(one, nothing, "left out", reason))
    )
)

/** Copies records in the order of what they name. What is there already is known by its name and stays as it is. */
export const copyRecords = Effect.fnUntraced(function*(
  source: ProjectApi,
  records: ReadonlyArray<SourceRecord>,
  place: Workplace,
  ledger: Ledger
) {
  const copying: Copying = { source, records, place, ledger, indexes: new Map(), openDashboards: new Set() }
  const { mustWait, obstacle } = makeObstacles(records, ledger)
  let pending = records
  while (pending.length > 0) {
    const waiting: Array<SourceRecord> = []
    for (const one of pending) {
      const why = obstacle(one)
      if (why !== undefined) {
        if (one.kind.mode !== "describe") ledger.end(one, nothing, "left out", why)
      } else if (mustWait(one)) waiting.push(one)
      else yield* copyOne(one, copying)
    }
    if (waiting.length === pending.length) {
      for (const one of waiting) ledger.end(one, nothing, "left out", "it and others name each other")
      break
    }
    pending = waiting
  }
  return copying
})
