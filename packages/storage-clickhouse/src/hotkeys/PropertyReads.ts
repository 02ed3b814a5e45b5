import type { ProjectId } from "@hedgerow/core/identity/Project"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { Context, DateTime, Duration, Effect, Layer, Schedule } from "effect"
import { ClickHouse } from "../client/ClickHouse.ts"
import { rowOf, textField } from "../protocol/TabSeparated.ts"
import { propertyReads } from "../schema/Tables.ts"

/** The properties that one query read from the cells of events. */
export interface CellsRead {
  readonly project: ProjectId
  readonly keys: ReadonlyArray<string>
  readonly rowsRead: number
}

/** Counts which properties of events queries read from the cells. Where nobody counts, nothing is counted. */
export class PropertyReads extends Context.Reference<{ readonly note: (read: CellsRead) => Effect.Effect<void> }>(
  "@hedgerow/storage-clickhouse/hotkeys/PropertyReads",
  { defaultValue: () => ({ note: () => Effect.void }) }
) {}

/** Longer keys are in few events. */
const longestKey = 200

/** Callers choose the keys: of more than these in one interval the later ones are not counted. */
const mostCounts = 2_000

const flushEvery = Duration.minutes(1)
const flushAtEnd = Duration.seconds(2)

interface Count {
  readonly project: ProjectId
  readonly day: string
  readonly key: string
  queries: number
  rowsRead: number
}

class Counts {
  #counts = new Map<string, Count>()

  add(day: string, { keys, project, rowsRead }: CellsRead): void {
    for (const key of keys) {
      const id = `${project} ${day} ${key}`
      const count = this.#counts.get(id)
      if (count !== undefined) {
        count.queries += 1
        count.rowsRead += rowsRead
      } else if (key.length <= longestKey && this.#counts.size < mostCounts) {
        this.#counts.set(id, { project, day, key: key.toWellFormed(), queries: 1, rowsRead })
      }
    }
  }

  take(): ReadonlyArray<Count> {
    const taken = [...this.#counts.values()]
    this.#counts = new Map()
    return taken
  }
}

const columns = propertyReads.columns.map(({ name }) => name)

const rowText = ({ day, key, project, queries, rowsRead }: Count): string =>
  rowOf([project, day, textField(key), queries, rowsRead])

/**
 * Counts in memory and adds it to the table every minute and at the end. Counts that cannot be written are forgotten.
 */
export const layer: Layer.Layer<never, never, ClickHouse> = Layer.effect(
  PropertyReads,
  Effect.gen(function*() {
    const clickhouse = yield* ClickHouse
    const counts = new Counts()

    const flush = Effect.gen(function*() {
      const taken = counts.take()
      if (taken.length === 0) return
      const deduplicationToken = yield* makeUuid7
      yield* clickhouse.insert(propertyReads.name, columns, taken.map(rowText), { deduplicationToken })
    }).pipe(Effect.catchCause((cause) => Effect.logDebug("The use of properties could not be counted", cause)))

    yield* Effect.addFinalizer(() => Effect.ignore(Effect.timeout(flush, flushAtEnd)))
    yield* Effect.forkScoped(Effect.schedule(flush, Schedule.spaced(flushEvery)))

    return {
      note: (read) =>
        read.keys.length === 0
          ? Effect.void
          : Effect.map(DateTime.now, (now) => counts.add(DateTime.formatIsoDateUtc(now), read))
    }
  })
)
