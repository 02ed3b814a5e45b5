import { Effect, Result } from "effect"
import { Definitions } from "../../definitions/Definitions.ts"
import type { PropertyKind } from "../../definitions/PropertyDefinition.ts"
import { now } from "../../events/EventTime.ts"
import type { Project } from "../../identity/Project.ts"
import { checkDraft } from "./CheckDraft.ts"
import { maxPromptLength, promptRequired, promptTooLong, promptUnclear } from "./DraftErrors.ts"
import { SqlDrafter } from "./SqlDrafter.ts"
import type { Vocabulary } from "./Vocabulary.ts"

/** Names beyond these are not known to drafters: the events are those of most volume. */
const maxEvents = 2_000
const maxProperties = 4_000

/** A request for a draft. */
export interface AskedDraft {
  readonly prompt: string | undefined
  readonly currentQuery: string | undefined
}

const readPromptText = Effect.fnUntraced(function*(prompt: string | undefined) {
  const text = prompt?.trim() ?? ""
  if (text === "") return yield* promptRequired
  return Array.from(text).length > maxPromptLength ? yield* promptTooLong : text
})

const given = (text: string | undefined): string | undefined => text?.trim() === "" ? undefined : text

/** Drafts SQL in a project for prompts in words. The SQL always parses and resolves. */
export const makeDraftSql = Effect.gen(function*() {
  const { events, properties } = yield* Definitions

  const vocabularyOf = Effect.fnUntraced(function*({ id }: Project) {
    const order = { by: "volume", isDescending: true } as const
    const named = yield* events.list(id, { order }, { limit: maxEvents, offset: 0 })
    const propertiesOf = (kind: PropertyKind & ("event" | "person")) =>
      Effect.map(
        properties.list(id, { kind }, { limit: maxProperties, offset: 0 }),
        ({ items }) => items.map(({ name, property_type: type }) => ({ name, type, kind }))
      )
    const vocabulary: Vocabulary = {
      events: named.items.map(({ name }) => ({ name })),
      properties: [...yield* propertiesOf("event"), ...yield* propertiesOf("person")]
    }
    return vocabulary
  })

  return Effect.fn("draftSql")(function*(project: Project, asked: AskedDraft) {
    const prompt = yield* readPromptText(asked.prompt)
    const { draft } = yield* SqlDrafter
    const context = { project, now: yield* now }
    const currentQuery = given(asked.currentQuery)
    const vocabulary = yield* vocabularyOf(project)
    const sql = yield* draft({ ...context, prompt, currentQuery, vocabulary })
    return yield* Effect.fromResult(
      Result.mapError(checkDraft(sql, context), ({ detail }) => promptUnclear(`No query was found for it: ${detail}`))
    )
  })
})
