import { UserLookup } from "@hedgerow/core/access/UserLookup"
import { listedAs, type ListedProperty } from "@hedgerow/core/definitions/DefinitionFilters"
import { Definitions } from "@hedgerow/core/definitions/Definitions"
import type { EventDefinition } from "@hedgerow/core/definitions/EventDefinition"
import type { PropertyDefinition } from "@hedgerow/core/definitions/PropertyDefinition"
import { sessionProperties } from "@hedgerow/core/definitions/SessionProperties"
import type { Project } from "@hedgerow/core/identity/Project"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { Effect } from "effect"
import { CurrentProject } from "../auth/Authorization.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { makeEntityHandlers, shownAlike } from "../entities/EntityHandlers.ts"
import { answering } from "../errors/ErrorTable.ts"
import { pageBody, pageRequest, slice } from "../requests/Paging.ts"
import { eventRecord, namedBy, propertyRecord, sessionPropertyRecord } from "./DefinitionEncode.ts"
import { readEventFilter, readPropertyFilter } from "./DefinitionQuery.ts"
import { DefinitionsApi } from "./DefinitionsApi.ts"

const nameRequired = InvalidInput.at(["name"], "required", "This field is required.")

export const layer = handlerGroup(
  DefinitionsApi,
  Effect.fnUntraced(function*(handlers) {
    const { events, properties } = yield* Definitions
    const { people } = yield* UserLookup

    const eventRecords = (project: Project, rows: ReadonlyArray<EventDefinition>) =>
      Effect.map(people(project, rows.flatMap(namedBy)), eventRecord)

    const propertyRecords = (project: Project, rows: ReadonlyArray<ListedProperty>) =>
      Effect.map(people(project, rows.flatMap(namedBy)), propertyRecord)

    const plainEvents = yield* makeEntityHandlers({
      ...events,
      group: "definitions.events",
      scope: "EventDefinition",
      list: (project, query, page) =>
        Effect.flatMap(readEventFilter(query), (filter) => events.list(project, filter, page)),
      idOf: ({ id }: EventDefinition) => id,
      ...shownAlike(eventRecords)
    })

    const plainProperties = yield* makeEntityHandlers({
      group: "definitions.properties",
      scope: "PropertyDefinition",
      find: properties.find,
      idOf: ({ id }: PropertyDefinition) => id,
      patch: properties.patch,
      remove: properties.remove,
      shownInLists: propertyRecords,
      shown: (project, property) => {
        const listed = listedAs(property, null)
        return Effect.map(propertyRecords(project, [listed]), (record) => record(listed))
      }
    })

    return handlers
      .handle("events", plainEvents.list)
      .handleRaw("createEvent", plainEvents.create)
      .handle(
        "eventByName",
        Effect.fn("http.definitions.eventByName")(function*({ query: { name } }) {
          const project = yield* CurrentProject
          if (name === undefined || name === "") return yield* nameRequired
          const event = yield* events.findByName(project.id, name)
          return (yield* eventRecords(project, [event]))(event)
        }, answering)
      )
      .handle("event", plainEvents.read)
      .handleRaw("updateEvent", plainEvents.update)
      .handle("removeEvent", plainEvents.remove)
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
          return yield* pageBody(page, asked, yield* propertyRecords(project, page.items))
        }, answering)
      )
      .handle("property", plainProperties.read)
      .handleRaw("updateProperty", plainProperties.update)
      .handle("removeProperty", plainProperties.remove)
  })
)
