import type { EventDefinition, PropertyDefinition, PropertyKind } from "@hedgerow/core/events/DefinitionRepository"
import { DefinitionRepository } from "@hedgerow/core/events/DefinitionRepository"
import { toIso } from "@hedgerow/core/events/EventTime"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import type { Page } from "@hedgerow/core/shared/Page"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { CurrentProject } from "../auth/Authorization.ts"
import { answering } from "../errors/ErrorTable.ts"
import { pageBody, pageRequest } from "../requests/Paging.ts"
import type { EventDefinitionRecord, PropertyDefinitionRecord } from "./DefinitionsApi.ts"

const eventRecord = (definition: EventDefinition): typeof EventDefinitionRecord.Type => ({
  id: definition.id,
  name: definition.name,
  created_at: toIso(definition.created_at),
  last_seen_at: toIso(definition.last_seen_at),
  tags: [],
  is_action: false
})

const propertyRecord = (definition: PropertyDefinition): typeof PropertyDefinitionRecord.Type => ({
  id: definition.id,
  name: definition.name,
  type: definition.kind,
  property_type: definition.property_type,
  is_numerical: definition.property_type === "Numeric",
  tags: []
})

const kinds: ReadonlyArray<string> = ["event", "person", "group"] satisfies ReadonlyArray<PropertyKind>

const isKind = (text: string): text is PropertyKind => kinds.includes(text)

const none: Page<PropertyDefinition> = { items: [], count: 0 }

/** Lists learnt names. The kind `session` is known and empty: session properties are not learnt. */
export const layer = HttpApiBuilder.group(
  Api,
  "definitions",
  Effect.fnUntraced(function*(handlers) {
    const definitions = yield* DefinitionRepository

    const listProperties = Effect.fnUntraced(
      function*(type: string, search: string, asked: ReturnType<typeof pageRequest>) {
        const project = yield* CurrentProject
        if (isKind(type)) return yield* definitions.listProperties(project.id, type, search, asked)
        if (type === "session") return none
        return yield* InvalidInput.at(["type"], "invalid_choice", `"${type}" is not a valid choice.`)
      }
    )

    return handlers.handleAll({
      events: Effect.fn("http.definitions.events")(function*({ query }) {
        const asked = pageRequest(query)
        const project = yield* CurrentProject
        return yield* pageBody(yield* definitions.listEvents(project.id, query.search ?? "", asked), asked, eventRecord)
      }),
      properties: Effect.fn("http.definitions.properties")(function*({ query }) {
        const asked = pageRequest(query)
        const page = yield* listProperties(query.type ?? "event", query.search ?? "", asked)
        return yield* pageBody(page, asked, propertyRecord)
      }, answering)
    })
  })
)
