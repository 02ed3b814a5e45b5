import { Context, Duration, Effect, Layer } from "effect"

/** The settings of consumers. */
export class OutboxSettings extends Context.Reference<{
  /** The time for which a process that died keeps others from a project. */
  readonly lease: Duration.Duration
  /** The interval of polls for rows that no hint named. */
  readonly poll: Duration.Duration
  /** The interval in which a consumer is moved past rows of other topics and its lag is measured. */
  readonly measure: Duration.Duration
  /** In how many projects a consumer works at once. */
  readonly concurrency: number
  /** The number of batches after which another project is served. */
  readonly batchesPerTurn: number
  readonly firstBackOff: Duration.Duration
  readonly longestBackOff: Duration.Duration
  /** The time after which a consumer that no process has holds no rows any more. */
  readonly forgetAfter: Duration.Duration
}>("@hedgerow/core/outbox/OutboxSettings", {
  defaultValue: () => ({
    lease: Duration.seconds(30),
    poll: Duration.seconds(5),
    measure: Duration.seconds(15),
    concurrency: 4,
    batchesPerTurn: 16,
    firstBackOff: Duration.seconds(1),
    longestBackOff: Duration.minutes(5),
    forgetAfter: Duration.days(30)
  })
}) {
  /**
   * For one process over a storage of its own, where no hint is lost and no other forgets its consumers: a jump of a test's
   * clock costs what is due in it, and not a look for every few seconds or days of it.
   */
  static readonly withoutPolls: Layer.Layer<never> = Layer.effect(
    OutboxSettings,
    Effect.map(OutboxSettings, (settings) => ({
      ...settings,
      poll: Duration.infinity,
      measure: Duration.infinity,
      forgetAfter: Duration.days(30 * 36_500)
    }))
  )
}
