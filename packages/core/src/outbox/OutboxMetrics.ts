import { Metric } from "effect"

/** Rows appended. */
export const appendedTotal = Metric.counter("hedgerow_outbox_appended_total", {
  description: "Outbox rows appended",
  incremental: true
})

const consumed = Metric.counter("hedgerow_outbox_consumed_total", {
  description: "Outbox rows a consumer has handled",
  incremental: true
})

const lag = Metric.gauge("hedgerow_outbox_lag", {
  description: "Outbox rows behind a consumer's positions, over all projects"
})

const failures = Metric.counter("hedgerow_outbox_failures_total", {
  description: "Batches a consumer failed to handle",
  incremental: true
})

/** Rows the consumer has handled. */
export const consumedTotal = (consumer: string) => Metric.withAttributes(consumed, { consumer })

/** Rows behind the consumer. */
export const lagOf = (consumer: string) => Metric.withAttributes(lag, { consumer })

/** Batches that failed. */
export const failuresTotal = (consumer: string) => Metric.withAttributes(failures, { consumer })
