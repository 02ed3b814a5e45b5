import { MemoryDatabase } from "@hedgerow/storage-memory/database/MemoryDatabase"
import * as MemoryQueryEngine from "@hedgerow/storage-memory/query/MemoryQueryEngine"
import * as MemoryTableSource from "@hedgerow/storage-memory/query/MemoryTableSource"
import { SeedTables } from "@hedgerow/testing/contracts"
import { Effect, Layer } from "effect"

const seedTables = Layer.effect(
  SeedTables,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase
    return SeedTables.of({
      seed: (project, rows) =>
        database.operation((state) => {
          const data = state.of(project)
          data.events.push(...rows.events ?? [])
          for (const person of rows.persons ?? []) data.persons.set(person.id, person)
          for (const { distinct_id, person_id } of rows.person_distinct_ids ?? []) {
            data.distinctIds.set(distinct_id, person_id)
          }
          for (const { old_person_id, person_id } of rows.person_overrides ?? []) {
            data.overrides.set(old_person_id, person_id)
          }
          for (const { cohort_id, person_id } of rows.cohort_members ?? []) data.cohortMembers.add(cohort_id, person_id)
          for (const group of rows.groups ?? []) data.groups.set(`${group.group_type_index}/${group.group_key}`, group)
        })
    })
  })
)

/** An engine over tables of its own, into which rows are written as they are. */
export const layer = Layer.mergeAll(MemoryQueryEngine.layer.pipe(Layer.provide(MemoryTableSource.layer)), seedTables)
  .pipe(
    Layer.provide(MemoryDatabase.layer)
  )
