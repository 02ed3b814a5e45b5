import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

/** A span as OTLP/JSON sends it. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: ReadonlyArray<Attribute>
}

/** The contents of one request to the collector. */
interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

/** The value of an attribute of any type. */
export const attribute = ({ attributes }: Pick<ReceivedSpan, "attributes">, key: string): unknown => {
  const found = attributes.find((one) => one.key === key)
  return found === undefined ? undefined : Object.values(found.value)[0]
}

interface Traces {
  readonly resourceSpans: ReadonlyArray<{
    readonly resource: { readonly attributes: ReadonlyArray<Attribute> }
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<ReceivedSpan> }>
  }>
}

/** A collector on a free port; `isSilent` takes requests and never answers them. */
export const startCollector = async (isSilent = false) => {
  const received: Array<Received> = []
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    received.push({ path: request.url ?? "", headers: request.headers, body: await text(request) })
    if (!isSilent) response.writeHead(200, { "content-type": "application/json" }).end("{}")
  }
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const traces = () =>
    received.filter(({ path }) => path === "/v1/traces").map(({ body }) => JSON.parse(body) as Traces)
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    received: (): ReadonlyArray<Received> => received,
    resources: () => traces().flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => resource)),
    spans: (): ReadonlyArray<ReceivedSpan> =>
      traces().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
      ),
    stop: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
