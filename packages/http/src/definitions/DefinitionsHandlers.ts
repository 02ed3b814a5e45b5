import { UserLookup } from "@hedgerow/core/access/UserLookup"
import { Definitions } from "@hedgerow/core/definitions/Definitions"
import type { EventDefinition } from "@hedgerow/core/definitions/EventDefinition"
import type { PropertyDefinition } from "@hedgerow/core/definitions/PropertyDefinition"
import { sessionProperties } from "@hedgerow/core/definitions/SessionProperties"
import type { Project } from "@hedgerow/core/identity/Project"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { Effect } from "effect"
import { CurrentCaller, CurrentProject } from "../auth/Authorization.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { answering } from "../errors/ErrorTable.ts"
import { readJson } from "../requests/JsonBody.ts"
import { pageBody, pageRequest, slice } from "../requests/Paging.ts"
import { eventRecord, namedBy, propertyRecord, sessionPropertyRecord } from "./DefinitionEncode.ts"
import { readEventFilter, readPropertyFilter } from "./DefinitionQuery.ts"
import { DefinitionsApi } from "./DefinitionsApi.ts"

const nameRequired = InvalidInput.at(["name"], "required", "This field is required.")

/** The person who makes the change, and the project that it is in. */
const editing = Effect.gen(function*() {
  return { project: yield* CurrentProject, actor: (yield* CurrentCaller).user }
})

export const layer = handlerGroup(
  DefinitionsApi,
  Effect.fnUntraced(function*(handlers) {
    const { events, properties } = yield* Definitions
    const { people } = yield* UserLookup

    const eventBody = Effect.fnUntraced(function*(project: Project, event: EventDefinition) {
      return eventRecord(yield* people(project, namedBy(event)))(event)
    })

    const propertyBody = Effect.fnUntraced(function*(project: Project, property: PropertyDefinition) {
      const listed = { ...property, is_seen_on_filtered_events: null }
      return propertyRecord(yield* people(project, namedBy(property)))(listed)
    })

    return handlers
      .handle(
        "events",
        Effect.fn("http.definitions.events")(function*({ query }) {
          const project = yield* CurrentProject
          const asked = pageRequest(query)
          const page = yield* events.list(project.id, yield* readEventFilter(query), asked)
          return yield* pageBody(page, asked, eventRecord(yield* people(project, page.items.flatMap(namedBy))))
        }, answering)
      )
      .handleRaw(
        "createEvent",
        Effect.fn("http.definitions.createEvent")(function*({ request }) {
          const by = yield* editing
          return yield* eventBody(by.project, yield* events.create(by, yield* readJson(request)))
        }, answering)
      )
      .handle(
        "eventByName",
        Effect.fn("http.definitions.eventByName")(function*({ query: { name } }) {
          const project = yield* CurrentProject
          if (name === undefined || name === "") return yield* nameRequired
          return yield* eventBody(project, yield* events.findByName(project.id, name))
        }, answering)
      )
      .handle(
        "event",
        Effect.fn("http.definitions.event")(function*({ params }) {
          const project = yield* CurrentProject
          return yield* eventBody(project, yield* events.find(project.id, params.id))
        }, answering)
      )
      .handleRaw(
        "updateEvent",
        Effect.fn("http.definitions.updateEvent")(function*({ params, request }) {
          const by = yield* editing
          return yield* eventBody(by.project, yield* events.patch(by, params.id, yield* readJson(request)))
        }, answering)
      )
      .handle(
        "removeEvent",
        Effect.fn("http.definitions.removeEvent")(function*({ params }) {
          yield* events.remove(yield* editing, params.id)
        }, answering)
      )
      .handle(
        "properties",
        Effect.fn("http.definitions.properties")(function*({ query }) {
          const project = yield* CurrentProject
          const asked = pageRequest(query)
          const read = yield* readPropertyFilter(query)
          if (read._tag === "OfSessions") {
            const page = slice(sessionProperties(project.id, read.filter), asked)
            return yield* pageBody(page, asked, sessionPropertyRecord)
          }
          const page = yield* properties.list(project.id, read.filter, asked)
          return yield* pageBody(page, asked, propertyRecord(yield* people(project, page.items.flatMap(namedBy))))
        }, answering)
      )
      .handle(
        "property",
        Effect.fn("http.definitions.property")(function*({ params }) {
          const project = yield* CurrentProject
          return yield* propertyBody(project, yield* properties.find(project.id, params.id))
        }, answering)
      )
      .handleRaw(
        "updateProperty",
        Effect.fn("http.definitions.updateProperty")(function*({ params, request }) {
          const by = yield* editing
          return yield* propertyBody(by.project, yield* properties.patch(by, params.id, yield* readJson(request)))
        }, answering)
      )
      .handle(
        "removeProperty",
        Effect.fn("http.definitions.removeProperty")(function*({ params }) {
          yield* properties.remove(yield* editing, params.id)
        }, answering)
      )
  })
)
