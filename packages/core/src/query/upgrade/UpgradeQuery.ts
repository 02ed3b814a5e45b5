import { Effect } from "effect"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { type Chain, type Chains, chainsWith, type VersionedKind } from "./Chains.ts"

/** Values that are visited before others run: less than a millisecond. */
const visitsOfATurn = 5_000

/** The node in the last version of its kind. Versions that its kind never had stay as they are. */
const upgradeNode = ({ always, versions }: Chain, node: JsonRecord): JsonRecord => {
  const version = node["version"] ?? 1
  const isOlder = typeof version === "number" && Number.isInteger(version) && version >= 1 && version <= versions.length
  const migrated = isOlder
    ? { ...versions.slice(version - 1).reduce((older, next) => next(older), node), version: versions.length + 1 }
    : node
  return always === undefined ? migrated : always(migrated)
}

/** A list or object that is being walked through. */
interface Frame {
  readonly source: ReadonlyArray<unknown> | JsonRecord
  readonly names: ReadonlyArray<string> | undefined
  readonly changed: Map<number, unknown>
  next: number
}

const open = (chains: Chains, value: ReadonlyArray<unknown> | JsonRecord): Frame => {
  if (!isJsonRecord(value)) return { source: value, names: undefined, changed: new Map(), next: 0 }
  const kind = value["kind"]
  const chain = typeof kind === "string" ? chains.get(kind) : undefined
  const source = chain === undefined ? value : upgradeNode(chain, value)
  return { source, names: Object.keys(source), changed: new Map(), next: 0 }
}

/** The walked value: itself where nothing in it changed. */
const close = ({ changed, names, source }: Frame): unknown => {
  if (changed.size === 0) return source
  if (!isJsonRecord(source)) return source.map((item, index) => changed.has(index) ? changed.get(index) : item)
  return Object.fromEntries(
    (names ?? []).map((name, index) => [name, changed.has(index) ? changed.get(index) : source[name]])
  )
}

const valueAt = ({ names, source }: Frame, index: number): unknown =>
  isJsonRecord(source) ? source[names?.[index] ?? ""] : source[index]

const lengthOf = ({ names, source }: Frame): number => names === undefined ? Number(source["length"]) : names.length

const isWalked = (value: unknown): value is ReadonlyArray<unknown> | JsonRecord =>
  typeof value === "object" && value !== null

/** Goes through a value of any depth without the stack, and pauses again and again. */
function* walk(chains: Chains, value: unknown): Generator<void, unknown> {
  if (!isWalked(value)) return value
  const above: Array<Frame> = []
  let frame = open(chains, value)
  for (let visits = 1;; visits++) {
    if (visits % visitsOfATurn === 0) yield
    if (frame.next < lengthOf(frame)) {
      const member = valueAt(frame, frame.next++)
      if (!isWalked(member)) continue
      above.push(frame)
      frame = open(chains, member)
    } else {
      const done = close(frame)
      const parent = above.pop()
      if (parent === undefined) return done
      if (done !== valueAt(parent, parent.next - 1)) parent.changed.set(parent.next - 1, done)
      frame = parent
    }
  }
}

/**
 * Brings a JSON value and every node in it, at any depth, to the last versions of their kinds. Nothing is run, checked or
 * refused, the given value stays as it was, and what needs no upgrade is returned as it is.
 */
export const makeUpgrade = (kinds: ReadonlyArray<VersionedKind>) => {
  const chains = chainsWith(kinds)
  return Effect.fnUntraced(function*(value: unknown) {
    const steps = walk(chains, value)
    for (let step = steps.next();; step = steps.next()) {
      if (step.done === true) return step.value
      yield* Effect.yieldNow
    }
  })
}
