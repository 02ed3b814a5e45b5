import { memberCopied } from "@hedgerow/core/cohorts/CopiedMembers"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { distinctIdCopied, groupCopied, overrideCopied, personCopied } from "@hedgerow/core/persons/CopiedPersons"
import type { CopyMessage, CopyTopic } from "@hedgerow/core/replication/CopyChanges"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { eventRow, eventRowColumns, verbatimCells } from "@hedgerow/storage-clickhouse/events/EventRows"
import { copyColumns, copyRow } from "@hedgerow/storage-clickhouse/replication/CopyRows"
import { type SeedRows, SeedTables } from "@hedgerow/testing/contracts"
import { Effect, Layer } from "effect"

const topicRows = (
  project: ProjectId,
  rows: SeedRows
): ReadonlyArray<readonly [CopyTopic, ReadonlyArray<CopyMessage>]> => [
  ["persons", (rows.persons ?? []).map(personCopied)],
  [
    "person_distinct_ids",
    (rows.person_distinct_ids ?? []).map(({ distinct_id, person_id }) =>
      distinctIdCopied(project, distinct_id, person_id)
    )
  ],
  [
    "person_overrides",
    (rows.person_overrides ?? []).map(({ old_person_id, person_id }) =>
      overrideCopied(project, old_person_id, person_id)
    )
  ],
  [
    "cohort_members",
    (rows.cohort_members ?? []).map(({ cohort_id, person_id }) => memberCopied(project, cohort_id, person_id))
  ],
  ["groups", (rows.groups ?? []).map(groupCopied)]
]

/** `SeedTables` that writes to the tables themselves. */
export const layer: Layer.Layer<SeedTables, never, ClickHouse> = Layer.effect(
  SeedTables,
  Effect.gen(function*() {
    const clickhouse = yield* ClickHouse
    const insert = (table: string, columns: ReadonlyArray<string>, lines: ReadonlyArray<string>) =>
      lines.length === 0
        ? Effect.void
        : clickhouse.insert(table, columns, lines, { settings: verbatimCells })
    return SeedTables.of({
      seed: Effect.fnUntraced(function*(project: ProjectId, rows: SeedRows) {
        yield* insert("events", eventRowColumns, (rows.events ?? []).map(eventRow))
        for (const [topic, messages] of topicRows(project, rows)) {
          const lines = messages.map(({ payload }) => copyRow(topic, project, 1, payload))
          yield* insert(topic, copyColumns(topic), lines)
        }
      }, Effect.orDie)
    })
  })
)
