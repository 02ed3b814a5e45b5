import { Context, Effect, Layer, Semaphore } from "effect"

/** The steps of the schema that each ClickHouse has taken, kept where several servers see them. */
export class MigrationRecord extends Context.Service<MigrationRecord, {
  /**
   * Takes the step unless it is recorded for the target, and records it when it succeeds; answers whether it was taken.
   * While one process takes a step, others that want to wait. After a crash in between, the step is taken again.
   */
  readonly run: <E, R>(
    target: string,
    name: string,
    step: Effect.Effect<void, E, R>
  ) => Effect.Effect<boolean, E, R>
}>()("@hedgerow/storage-clickhouse/migrations/MigrationRecord") {
  /** For one process that forgets it all at its end. */
  static readonly layerMemory: Layer.Layer<MigrationRecord> = Layer.effect(
    MigrationRecord,
    Effect.gen(function*() {
      const lock = yield* Semaphore.make(1)
      const taken = new Set<string>()
      return MigrationRecord.of({
        run: (target, name, step) =>
          lock.withPermits(1)(Effect.gen(function*() {
            const key = `${target}/${name}`
            if (taken.has(key)) return false
            yield* step
            taken.add(key)
            return true
          }))
      })
    })
  )
}
