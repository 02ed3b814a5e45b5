import { Context, Effect, Layer, type Option } from "effect"
import type { UserRepository } from "../access/AccessRepository.ts"
import type { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import type { Changes, UserEditing } from "../entities/Changes.ts"
import { now } from "../events/EventTime.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { Transaction } from "../shared/Transaction.ts"
import { parseUuid } from "../shared/Uuid.ts"
import type { DefinitionId } from "./Definition.ts"
import { DefinitionNotFound } from "./DefinitionErrors.ts"
import type { EventDefinitionFilter, ListedProperty, PropertyDefinitionFilter } from "./DefinitionFilters.ts"
import { DefinitionInference } from "./DefinitionInference.ts"
import { DefinitionRepository } from "./DefinitionRepository.ts"
import { firstCountedDay } from "./DefinitionUpdate.ts"
import { makeEventEditing } from "./EditEvents.ts"
import { makePropertyEditing } from "./EditProperties.ts"
import type { EventDefinition } from "./EventDefinition.ts"
import type { PropertyDefinition } from "./PropertyDefinition.ts"
import type { TypedProperties } from "./TypedProperties.ts"

type Ports =
  | Changes
  | DefinitionRepository
  | DefinitionsVersions
  | Transaction
  | TypedProperties
  | UserRepository

/** Definitions by id: a text that is no id finds nothing, and neither does the id of another project. */
interface Described<A> {
  readonly find: (project: ProjectId, id: string) => Effect.Effect<A, DefinitionNotFound>
  readonly patch: (
    editing: UserEditing,
    id: string,
    body: unknown
  ) => Effect.Effect<A, DefinitionNotFound | InvalidInput>
  /** Forgets the name; it is learnt again when it is received again. */
  readonly remove: (editing: UserEditing, id: string) => Effect.Effect<void, DefinitionNotFound>
}

/**
 * The names of a project's events and properties, learnt and described. Counts of this server show at once, those of
 * others within seconds. Not to be called inside a transaction.
 */
export class Definitions extends Context.Service<Definitions, {
  readonly events: Described<EventDefinition> & {
    readonly list: (
      project: ProjectId,
      filter: EventDefinitionFilter,
      page: PageRequest
    ) => Effect.Effect<Page<EventDefinition>>
    readonly findByName: (project: ProjectId, name: string) => Effect.Effect<EventDefinition, DefinitionNotFound>
    /** Names an event before it is received. */
    readonly create: (editing: UserEditing, body: unknown) => Effect.Effect<EventDefinition, InvalidInput>
  }
  readonly properties: Described<PropertyDefinition> & {
    readonly list: (
      project: ProjectId,
      filter: PropertyDefinitionFilter,
      page: PageRequest
    ) => Effect.Effect<Page<ListedProperty>>
  }
}>()("@hedgerow/core/definitions/Definitions") {
  static readonly layer: Layer.Layer<Definitions, never, Ports> = Layer.effect(
    Definitions,
    Effect.gen(function*() {
      const repository = yield* DefinitionRepository
      const { flush } = yield* DefinitionInference
      const eventEditing = yield* makeEventEditing
      const propertyEditing = yield* makePropertyEditing
      const since = Effect.map(now, firstCountedDay)

      const find = (project: ProjectId, id: DefinitionId) =>
        Effect.flatMap(since, (day) => repository.findEvent(project, id, day))

      return Definitions.of({
        events: {
          ...describedBy("event_definition", flush, find, eventEditing),
          create: Effect.fn("Definitions.createEvent")((editing, body) => eventEditing.create(editing, body)),
          list: Effect.fn("Definitions.listEvents")(function*(project, filter, page) {
            yield* flush(project)
            return yield* repository.listEvents(project, filter, yield* since, page)
          }),
          findByName: Effect.fn("Definitions.findEventByName")(function*(project, name) {
            yield* flush(project)
            return yield* Effect.flatMap(
              repository.findEventByName(project, name, yield* since),
              orNotFound("event_definition")
            )
          })
        },
        properties: {
          ...describedBy("property_definition", flush, repository.findProperty, propertyEditing),
          list: Effect.fn("Definitions.listProperties")(function*(project, filter, page) {
            yield* flush(project)
            return yield* repository.listProperties(project, filter, page)
          })
        }
      })
    })
  ).pipe(Layer.provide(DefinitionInference.layer))
}

type Resource = DefinitionNotFound["resource"]

const orNotFound = (resource: Resource) => <A>(found: Option.Option<A>): Effect.Effect<A, DefinitionNotFound> =>
  Effect.mapError(Effect.fromOption(found), () => new DefinitionNotFound({ resource }))

const idOf = (resource: Resource, text: string): Effect.Effect<DefinitionId, DefinitionNotFound> => {
  const id = parseUuid(text)
  return id === undefined ? Effect.fail(new DefinitionNotFound({ resource })) : Effect.succeed(id as DefinitionId)
}

/** Changes of definitions by id; undefined or false where none has it. */
interface EditingById<A> {
  readonly patch: (editing: UserEditing, id: DefinitionId, body: unknown) => Effect.Effect<A | undefined, InvalidInput>
  readonly remove: (editing: UserEditing, id: DefinitionId) => Effect.Effect<boolean>
}

const describedBy = <A>(
  resource: Resource,
  flush: (project: ProjectId) => Effect.Effect<void>,
  find: (project: ProjectId, id: DefinitionId) => Effect.Effect<Option.Option<A>>,
  editing: EditingById<A>
): Described<A> => ({
  find: Effect.fn("Definitions.find")(function*(project, text) {
    const id = yield* idOf(resource, text)
    yield* flush(project)
    return yield* Effect.flatMap(find(project, id), orNotFound(resource))
  }),
  patch: Effect.fn("Definitions.patch")(function*(by, text, body) {
    const id = yield* idOf(resource, text)
    yield* flush(by.project.id)
    return (yield* editing.patch(by, id, body)) ?? (yield* new DefinitionNotFound({ resource }))
  }),
  remove: Effect.fn("Definitions.remove")(function*(by, text) {
    const id = yield* idOf(resource, text)
    yield* flush(by.project.id)
    if (!(yield* editing.remove(by, id))) return yield* new DefinitionNotFound({ resource })
  })
})
