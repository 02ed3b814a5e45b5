import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { AiSettings } from "./AiSettings.ts"

/** Instructions to a language model, and what it is asked under them. */
export interface ChatQuestion {
  readonly instructions: string
  readonly question: string
}

/** The language model gave no answer. */
export class ChatFailed extends Schema.TaggedError<ChatFailed>()("ChatFailed", { reason: Schema.String }) {
  override get message(): string {
    return `The language model gave no answer: ${this.reason}`
  }
}

/** The limits of an answer: time and characters. */
const answerTimeout = "20 seconds"
const maxAnswerLength = 1_000_000

const Completion = Schema.fromJsonString(
  Schema.Struct({
    choices: Schema.NonEmptyArray(Schema.Struct({ message: Schema.Struct({ content: Schema.String }) }))
  })
)

const failed = (reason: string) => () => new ChatFailed({ reason })

/** The body, read no further than an answer may be long. */
const readAnswer = ({ status, stream }: HttpClientResponse.HttpClientResponse): Effect.Effect<string, ChatFailed> =>
  status !== 200 ? Effect.fail(new ChatFailed({ reason: `It answered ${status}.` })) : stream.pipe(
    Stream.mapError(failed("The answer ended early.")),
    Stream.decodeText,
    Stream.runFoldEffect(() => "", (text, piece) =>
      text.length + piece.length > maxAnswerLength
        ? Effect.fail(new ChatFailed({ reason: "The answer is too long." }))
        : Effect.succeed(text + piece))
  )

/** One question and one answer of a language model, over OpenAI's protocol of chat completions. */
export class ChatCompletions extends Context.Service<ChatCompletions, {
  /** Fails when no answer in words comes in time. */
  readonly complete: (question: ChatQuestion) => Effect.Effect<string, ChatFailed>
}>()("@hedgerow/server/ai/ChatCompletions") {
  /** Asks what the settings name. The key goes to no other server: redirects are failures. */
  static readonly layer = ({ apiKey, baseUrl, model }: AiSettings): Layer.Layer<ChatCompletions> =>
    Layer.effect(
      ChatCompletions,
      Effect.gen(function*() {
        const client = yield* HttpClient.HttpClient
        const plain = HttpClientRequest.acceptJson(HttpClientRequest.post(`${baseUrl}/chat/completions`))
        const base = Option.match(apiKey, {
          onNone: () => plain,
          onSome: (key) => HttpClientRequest.bearerToken(plain, key)
        })
        const complete = Effect.fn("ChatCompletions.complete")(function*({ instructions, question }: ChatQuestion) {
          const messages = [{ role: "system", content: instructions }, { role: "user", content: question }]
          const request = HttpClientRequest.bodyJsonUnsafe(base, { model, messages, temperature: 0 })
          const response = yield* Effect.mapError(client.execute(request), failed("It cannot be reached."))
          const body = yield* readAnswer(response)
          const { choices: [{ message: { content } }] } = yield* Effect.mapError(
            Schema.decodeEffect(Completion)(body),
            failed("It did not answer as chat completions do.")
          )
          return content
        }, (answer) =>
          Effect.timeoutOrElse(answer, {
            duration: answerTimeout,
            orElse: () => Effect.fail(new ChatFailed({ reason: `It took more than ${answerTimeout}.` }))
          }))
        return ChatCompletions.of({ complete })
      })
    ).pipe(
      Layer.provide(FetchHttpClient.layer),
      Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "error" })),
      Layer.provide(Layer.succeed(HttpClient.TracerPropagationEnabled, false))
    )
}
