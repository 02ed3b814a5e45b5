import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { membersOf } from "./CohortMembers.ts"
import { type Answer, detailOf, listAll, type ProjectApi } from "./ProjectApi.ts"
import { inOrder, type SourceRecord } from "./ReadProject.ts"
import { bodyOf, isDescribed, type KindName, type RecordKind, recordKinds } from "./RecordKinds.ts"
import type { NamedKind } from "./References.ts"
import type { Outcome } from "./Report.ts"
import { restFlag } from "./RestFlag.ts"

/** The ids at the target by kind and id of the source; undefined for what was left out. */
export type CopiedIds = ReadonlyMap<KindName, ReadonlyMap<string, number | string | undefined>>

/** The result of copying records. */
export interface Copied {
  readonly outcomes: ReadonlyArray<Outcome>
  readonly ids: CopiedIds
}

const wordOf = (named: NamedKind): string => recordKinds.find(({ name }) => name === named)?.word ?? named

/** The records that a record names. */
const namesIn = ({ kind, record }: SourceRecord): ReadonlyArray<readonly [kind: NamedKind, id: string]> => {
  const found = new Map<string, readonly [NamedKind, string]>()
  bodyOf(kind, record, () => true, (named, id) => {
    found.set(`${named} ${id}`, [named, id])
    return 1
  })
  return [...found.values()]
}

/** Whether everything that was sent is in what is there; the target may have more. */
const contains = (there: unknown, sent: unknown): boolean => {
  if (isJsonRecord(sent)) {
    return isJsonRecord(there) && Object.entries(sent).every(([name, value]) => contains(there[name], value))
  }
  if (Array.isArray(sent)) {
    return Array.isArray(there) && there.length === sent.length
      && sent.every((value: unknown, index) => contains(there[index], value))
  }
  return canonicalJson(there ?? null) === canonicalJson(sent ?? null)
}

const asTime = (value: unknown): unknown => {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT/.test(value)) return value
  const time = Date.parse(value)
  return Number.isNaN(time) ? value : time
}

/** The fields in which a record that is there differs from the source's. */
const differing = ({ fields }: RecordKind, there: JsonRecord, body: JsonRecord): ReadonlyArray<string> =>
  fields.filter((field) => body[field] !== undefined && !contains(asTime(there[field]), asTime(body[field])))

const noteOf = (
  kind: RecordKind,
  there: JsonRecord,
  body: JsonRecord,
  note: string | undefined
): string | undefined => {
  const fields = differing(kind, there, body)
  return fields.length === 0 ? note : `differs in ${fields.join(", ")}; left as it is`
}

/** Of records with the same key the first that is not taken; each is taken once. */
const makeIndex = (kind: RecordKind, records: ReadonlyArray<JsonRecord>) => {
  const byKey = Map.groupBy(inOrder(records), kind.key)
  return (body: JsonRecord): JsonRecord | undefined => byKey.get(kind.key(body))?.shift()
}

/** Copies records in the order of what they name. What is there already is known by its name and stays as it is. */
export const copyRecords = Effect.fnUntraced(function*(
  source: ProjectApi,
  records: ReadonlyArray<SourceRecord>,
  target: ProjectApi,
  isDry: boolean
) {
  const ids = new Map<KindName, Map<string, number | string | undefined>>()
  const outcomes: Array<Outcome> = []
  const indexes = new Map<RecordKind, (body: JsonRecord) => JsonRecord | undefined>()

  const indexOf = Effect.fnUntraced(function*(kind: RecordKind) {
    const known = indexes.get(kind)
    if (known !== undefined) return known
    const index = makeIndex(kind, yield* listAll(target, kind.path, kind.parameters))
    indexes.set(kind, index)
    return index
  })

  const idAt = (kind: KindName, id: string) => ids.get(kind)?.get(id)
  const end = ({ id, kind, name }: SourceRecord, there: unknown, outcome: Outcome["outcome"], note?: string) => {
    const known = ids.get(kind.name) ?? new Map<string, number | string | undefined>()
    known.set(id, typeof there === "number" || typeof there === "string" ? there : undefined)
    ids.set(kind.name, known)
    outcomes.push({ what: kind.word, name, outcome, note })
  }

  const describe = Effect.fnUntraced(function*(one: SourceRecord, there: JsonRecord | undefined, body: JsonRecord) {
    const { kind } = one
    if (there !== undefined && isDescribed(there)) {
      return end(one, there["id"], "there", noteOf(kind, there, body, undefined))
    }
    if (there === undefined && kind.name === "propertyDefinitions") {
      return end(one, undefined, "left out", "no event here has it yet: import the events, then run this again")
    }
    const answer = there === undefined
      ? yield* target.send("POST", kind.path, body)
      : yield* target.send("PATCH", `${kind.path}${String(there["id"])}/`, Struct.omit(body, ["name"]))
    return ended(one, answer)
  })

  const ended = (one: SourceRecord, answer: Answer, note = one.note) => {
    const { body, status } = answer
    if (status >= 300 || !isJsonRecord(body)) return end(one, undefined, "left out", detailOf(answer))
    return end(one, body["id"], "made", note)
  }

  const make = Effect.fnUntraced(function*(one: SourceRecord, body: JsonRecord) {
    const { kind, record } = one
    const members = kind.name === "cohorts" && record["is_static"] === true && !isDry
      ? yield* membersOf(source, one.id, target)
      : undefined
    const sent = members === undefined ? body : { ...body, _create_static_person_ids: members.distinctIds }
    ended(one, yield* target.send("POST", kind.path, sent), members?.note ?? one.note)
  })

  /** A record that can do without some of what it names says what it has lost. */
  const noted = (one: SourceRecord): SourceRecord => {
    const lost = namesIn(one).filter(([named, id]) => idAt(named, id) === undefined)
      .map(([named, id]) => `without the ${wordOf(named)} ${id}`)
    return { ...one, note: [...(one.note === undefined ? [] : [one.note]), ...lost].join("; ") || undefined }
  }

  const copy = Effect.fnUntraced(function*(sent: SourceRecord) {
    const one = noted(sent)
    const { kind, record } = one
    const body = bodyOf(
      kind,
      record,
      (named, id) => idAt(named, id) !== undefined,
      (named, id) => idAt(named, id) ?? id
    )
    const there = (yield* indexOf(kind))(body)
    if (kind.mode === "describe") yield* describe(one, there, body)
    else if (there !== undefined) end(one, there["id"], "there", noteOf(kind, there, body, one.note))
    else yield* make(one, body)
    if (kind.name === "experiments") yield* restFlag(record, target, (id) => idAt("flags", id))
  })

  const listed = new Set(records.map(({ id, kind }) => `${kind.name} ${id}`))
  /** Why a record cannot be made, whatever else is. */
  const obstacle = (one: SourceRecord): string | undefined => {
    const why = one.kind.leftOut?.(one.record)
    if (why !== undefined) return why
    const optional = new Set(
      (one.kind.references ?? []).filter(({ isRequired }) => !isRequired).map(({ kind }) => kind)
    )
    const missing = namesIn(one).find(([named, id]) =>
      !optional.has(named) &&
      (!listed.has(`${named} ${id}`) || ids.get(named)?.has(id) === true && idAt(named, id) === undefined)
    )
    if (missing === undefined) return undefined
    const known = records.find(({ id, kind }) => kind.name === missing[0] && id === missing[1])
    return known === undefined
      ? `it names the ${wordOf(missing[0])} ${missing[1]}, which the source does not list`
      : `it names the ${known.kind.word} ${known.name}, which is left out`
  }

  let pending: ReadonlyArray<SourceRecord> = records
  while (pending.length > 0) {
    const waiting: Array<SourceRecord> = []
    for (const one of pending) {
      const why = obstacle(one)
      if (why !== undefined) {
        if (one.kind.mode !== "describe") end(one, undefined, "left out", why)
      } else if (namesIn(one).some(([named, id]) => listed.has(`${named} ${id}`) && ids.get(named)?.has(id) !== true)) {
        waiting.push(one)
      } else yield* copy(one)
    }
    if (waiting.length === pending.length) {
      for (const one of waiting) end(one, undefined, "left out", "it and others name each other")
      break
    }
    pending = waiting
  }
  const copied: Copied = { outcomes, ids }
  return copied
})
