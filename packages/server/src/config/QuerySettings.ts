import { noEngineBounds } from "@hedgerow/core/query/EngineLimits"
import { defaultExecutionBounds } from "@hedgerow/core/query/execution/ExecutionLimits"
import { defaultStreamBounds } from "@hedgerow/core/query/execution/StreamLimits"
import { defaultQueryLogLimits } from "@hedgerow/core/query/log/QueryLogSettings"
import { defaultLimits } from "@hedgerow/core/query/QueryLimits"
import { Config, Option, Schema } from "effect"

const mebibyte = 1024 * 1024

const Concurrency = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 }))
const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))
const LogRows = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 }))
const Size = Schema.ByteSizeFromString.check(
  Schema.makeFilter((size) => size <= 64 * 1024 * mebibyte, { message: "must be at most 64 GiB" })
)

const AnswerRows = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))
const Cells = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000_000 }))
const RowsRead = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))
const LargeSize = Schema.ByteSizeFromString.check(
  Schema.makeFilter((size) => size >= mebibyte, { message: "must be at least 1 MiB" })
)

/** A size in bytes; infinite when it is not set. */
const bytesOrNone = (name: string): Config.Config<number> =>
  Config.map(
    Config.option(Config.schema(LargeSize, name)),
    (size) => Option.match(size, { onNone: () => Infinity, onSome: Number })
  )

const { answersHeld, backgroundTimeout, concurrent, keptFor, patience, resultBytes, results } = defaultExecutionBounds

/** The settings of queries and of their cached answers. */
export const querySettings = Config.all({
  timeout: Config.Duration("QUERY_TIMEOUT").pipe(Config.withDefault(defaultLimits.timeout)),
  backgroundTimeout: Config.Duration("QUERY_BACKGROUND_TIMEOUT").pipe(Config.withDefault(backgroundTimeout)),
  concurrent: Config.schema(Concurrency, "QUERY_CONCURRENCY").pipe(Config.withDefault(concurrent)),
  patience: Config.Duration("QUERY_PATIENCE").pipe(Config.withDefault(patience)),
  results: Config.schema(Count, "QUERY_CACHE_ANSWERS").pipe(Config.withDefault(results)),
  resultBytes: Config.map(Config.schema(Size, "QUERY_CACHE_SIZE").pipe(Config.withDefault(resultBytes)), Number),
  keptFor: Config.Duration("QUERY_CACHE_AGE").pipe(Config.withDefault(keptFor)),
  defaultRows: Config.schema(AnswerRows, "QUERY_DEFAULT_ROWS").pipe(Config.withDefault(defaultLimits.defaultRows)),
  maxRows: Config.schema(AnswerRows, "QUERY_MAX_ROWS").pipe(Config.withDefault(defaultLimits.maxRows)),
  maxBytes: Config.map(
    Config.schema(Size, "QUERY_ANSWER_SIZE").pipe(Config.withDefault(defaultLimits.maxBytes)),
    Number
  ),
  maxCells: Config.schema(Cells, "QUERY_ANSWER_CELLS").pipe(Config.withDefault(defaultLimits.maxCells)),
  answersHeld: Config.map(
    Config.schema(Size, "QUERY_ANSWERS_HELD").pipe(Config.withDefault(answersHeld)),
    Number
  ),
  engine: Config.all({
    memory: bytesOrNone("QUERY_MEMORY"),
    rowsRead: Config.schema(RowsRead, "QUERY_READ_ROWS").pipe(Config.withDefault(noEngineBounds.rowsRead)),
    bytesRead: bytesOrNone("QUERY_READ_SIZE")
  }),
  log: Config.all({
    keptFor: Config.Duration("QUERY_LOG_AGE").pipe(Config.withDefault(defaultQueryLogLimits.keptFor)),
    rows: Config.schema(LogRows, "QUERY_LOG_ROWS").pipe(Config.withDefault(defaultQueryLogLimits.rows))
  })
})

const Rows = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000_000_000 }))
const StreamSize = Schema.ByteSizeFromString.check(
  Schema.makeFilter((size) => size > 0 && size <= 1024 * 1024 * mebibyte, {
    message: "must be at least a byte and at most 1 TiB"
  })
)

const { bytes, concurrent: streams, rows, timeout: streamTimeout } = defaultStreamBounds

/** The limits of one streamed answer, and of their number. */
export const streamSettings = Config.all({
  concurrent: Config.schema(Concurrency, "QUERY_STREAMS").pipe(Config.withDefault(streams)),
  rows: Config.schema(Rows, "QUERY_STREAM_ROWS").pipe(Config.withDefault(rows)),
  bytes: Config.map(Config.schema(StreamSize, "QUERY_STREAM_SIZE").pipe(Config.withDefault(bytes)), Number),
  timeout: Config.Duration("QUERY_STREAM_TIMEOUT").pipe(Config.withDefault(streamTimeout))
})
