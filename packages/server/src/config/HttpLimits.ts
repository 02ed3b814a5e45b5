import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

/** The limits of one client of the listener: bytes, seconds and connections. */
export interface ListenerLimits {
  readonly maxHeaderBytes: number
  /** The times in which the request's headers, and the whole request, must arrive. */
  readonly headersTimeout: Duration.Duration
  readonly requestTimeout: Duration.Duration
  /** The time after which a client that reads none of a waiting answer is cut. */
  readonly sendTimeout: Duration.Duration
  /** The time for which a connection is kept for the client's next request. */
  readonly keepAliveTimeout: Duration.Duration
  readonly maxConnections: Option.Option<number>
}

export const defaultListenerLimits: ListenerLimits = {
  maxHeaderBytes: 16 * kibibyte,
  headersTimeout: Duration.seconds(20),
  requestTimeout: Duration.seconds(120),
  sendTimeout: Duration.seconds(60),
  keepAliveTimeout: Duration.seconds(65),
  maxConnections: Option.none()
}

const sizeUpTo = (largest: number, words: string) =>
  Schema.ByteSizeFromString.check(
    Schema.makeFilter((size) => size >= kibibyte && size <= largest, { message: `must be from 1 KiB to ${words}` })
  )

const HeaderSize = sizeUpTo(mebibyte, "1 MiB")
const BodySize = sizeUpTo(256 * mebibyte, "256 MiB")

const Patience = Schema.DurationFromString.check(
  Schema.makeFilter(
    (duration) => Duration.between(duration, { minimum: Duration.seconds(1), maximum: Duration.days(1) }),
    {
      message: "must be from 1 second to 1 day"
    }
  )
)

const ConnectionCount = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))

const HeldSize = sizeUpTo(64 * 1024 * mebibyte, "64 GiB")

const EventCount = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 }))

const bytes = (schema: typeof BodySize, name: string, byDefault: number): Config.Config<number> =>
  Config.schema(schema, name).pipe(Config.map(Number), Config.withDefault(byDefault))

const patience = (name: string, byDefault: Duration.Duration): Config.Config<Duration.Duration> =>
  Config.schema(Patience, name).pipe(Config.withDefault(byDefault))

const streams = (name: string, byDefault: number): Config.Config<number> =>
  Config.schema(ConnectionCount, name).pipe(Config.withDefault(byDefault))

/** The sizes of bodies, the number of open streams, and the limits of the listener. */
export const httpLimits = Config.all({
  maxBodyBytes: bytes(BodySize, "MAX_BODY_SIZE", 10 * mebibyte),
  maxCaptureBytes: bytes(BodySize, "MAX_CAPTURE_BODY_SIZE", 20 * mebibyte),
  maxCaptureBytesHeld: bytes(HeldSize, "MAX_CAPTURE_BYTES_HELD", 64 * mebibyte),
  maxCaptureEvents: Config.schema(EventCount, "MAX_CAPTURE_EVENTS").pipe(Config.withDefault(20_000)),
  maxDefinitionStreams: streams("MAX_DEFINITION_STREAMS", 1_000),
  maxProjectDefinitionStreams: streams("MAX_PROJECT_DEFINITION_STREAMS", 100),
  maxChangeStreams: streams("MAX_CHANGE_STREAMS", 2_000),
  maxProjectChangeStreams: streams("MAX_PROJECT_CHANGE_STREAMS", 500),
  listener: Config.all({
    maxHeaderBytes: bytes(HeaderSize, "MAX_HEADER_SIZE", defaultListenerLimits.maxHeaderBytes),
    headersTimeout: patience("HEADERS_TIMEOUT", defaultListenerLimits.headersTimeout),
    requestTimeout: patience("REQUEST_TIMEOUT", defaultListenerLimits.requestTimeout),
    sendTimeout: patience("SEND_TIMEOUT", defaultListenerLimits.sendTimeout),
    keepAliveTimeout: patience("KEEP_ALIVE_TIMEOUT", defaultListenerLimits.keepAliveTimeout),
    maxConnections: Config.option(Config.schema(ConnectionCount, "MAX_CONNECTIONS"))
  })
})
