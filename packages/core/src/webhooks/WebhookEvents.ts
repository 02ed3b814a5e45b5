import { toIso } from "@hedgerow/sql/types/Instants"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { ProjectRepository } from "../access/AccessRepository.ts"
import { storableJson } from "../activity/ActivityValues.ts"
import type { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { makeVersionedCache } from "../caching/VersionedCache.ts"
import { is } from "../entities/Where.ts"
import type { CapturedEvent } from "../events/CapturedEvent.ts"
import type { ProjectId } from "../identity/Project.ts"
import { Outbox } from "../outbox/Outbox.ts"
import type { OutboxMessage } from "../outbox/OutboxMessage.ts"
import type { EventPerson } from "../persons/PersonProcessing.ts"
import { type JsonRecord, recordOrEmpty } from "../shared/JsonRecord.ts"
import { Transaction } from "../shared/Transaction.ts"
import type { Webhook, WebhookId } from "./Webhook.ts"
import { eventTest, type FilteredEvent, wantsSurvey } from "./WebhookFilters.ts"
import type { CapturedPayload } from "./WebhookMessages.ts"
import { WebhookRepository } from "./WebhookRepository.ts"
import { eventCaptured, isToldOf, surveyResponse } from "./WebhookTypes.ts"

/** The topic of the outbox rows about captured events that webhooks want. */
export const eventTopic = "event.captured"

/** An event whose person is known, before it is stored. */
export interface AnnouncedEvent {
  readonly event: CapturedEvent
  readonly person: EventPerson
}

/** Properties of more characters are left out of a message. */
const maxProperties = 131_072

/** The most projects whose webhooks are remembered. */
const maxProjects = 1_000

/** A webhook that wants some events, ready to be asked. */
interface Watcher {
  readonly id: WebhookId
  readonly type: string
  readonly wants: (event: FilteredEvent, now: DateTime.Utc) => boolean
}

const watchersOf = (timeZone: string) => ({ filters, id, types }: Webhook): ReadonlyArray<Watcher> => [
  ...(isToldOf(types, eventCaptured) ? [{ id, type: eventCaptured, wants: eventTest(filters, timeZone) }] : []),
  ...(isToldOf(types, surveyResponse)
    ? [{
      id,
      type: surveyResponse,
      wants: ({ event, properties }: FilteredEvent) =>
        event === "survey sent" && wantsSurvey(filters, properties["$survey_id"])
    }]
    : [])
]

const filtered = ({ event, person }: AnnouncedEvent): FilteredEvent => {
  let known: JsonRecord | undefined
  return {
    event: event.event,
    distinct_id: event.distinct_id,
    properties: event.values,
    get person_properties() {
      return known ??= recordOrEmpty(JSON.parse(person.person_properties))
    }
  }
}

const messageOf = (
  project: ProjectId,
  { event, person }: AnnouncedEvent,
  type: string,
  webhooks: ReadonlyArray<WebhookId>
): OutboxMessage => {
  const payload: CapturedPayload = {
    type,
    webhooks,
    uuid: event.uuid,
    event: event.event,
    distinct_id: event.distinct_id,
    person_id: person.person_id,
    timestamp: toIso(event.timestamp),
    properties: event.properties.length > maxProperties
      ? null
      : recordOrEmpty(storableJson(event.values)) as CapturedPayload["properties"]
  }
  return { project, topic: eventTopic, key: event.uuid, payload: storableJson(payload) }
}

/** Tells webhooks of captured events and responses to surveys. */
export class WebhookEvents extends Context.Service<WebhookEvents, {
  /**
   * Call before events are written, so that no crash in between loses a message. Events that are sent again are
   * announced again: a webhook gets one message of an event, by its uuid.
   */
  readonly announce: (project: ProjectId, events: ReadonlyArray<AnnouncedEvent>) => Effect.Effect<void>
}>()("@hedgerow/core/webhooks/WebhookEvents") {
  static readonly layer: Layer.Layer<
    WebhookEvents,
    never,
    DefinitionsVersions | Outbox | ProjectRepository | Transaction | WebhookRepository
  > = Layer.effect(
    WebhookEvents,
    Effect.gen(function*() {
      const repository = yield* WebhookRepository
      const projects = yield* ProjectRepository
      const outbox = yield* Outbox
      const transaction = yield* Transaction

      const watchers = yield* makeVersionedCache({
        realm: (project: ProjectId) => project,
        load: Effect.fnUntraced(function*(id: ProjectId) {
          const project = Option.getOrUndefined(yield* projects.find(id))
          return (yield* repository.all(id, { where: is("active", true) })).flatMap(
            watchersOf(project?.timezone ?? "UTC")
          )
        }),
        isKept: () => true,
        capacity: maxProjects
      })

      const messagesOf = (
        project: ProjectId,
        known: ReadonlyArray<Watcher>,
        events: ReadonlyArray<AnnouncedEvent>,
        now: DateTime.Utc
      ) =>
        events.flatMap((one) => {
          const asked = filtered(one)
          const wanting = known.filter(({ wants }) => wants(asked, now))
          return [...Map.groupBy(wanting, ({ type }) => type)].map(([type, some]) =>
            messageOf(project, one, type, some.map(({ id }) => id))
          )
        })

      return WebhookEvents.of({
        announce: Effect.fn("WebhookEvents.announce")(function*(project, events) {
          const known = yield* watchers.get(project)
          if (known.length === 0) return
          const messages = messagesOf(project, known, events, yield* DateTime.now)
          if (messages.length > 0) yield* transaction.run(outbox.append(messages))
        })
      })
    })
  )

  /** Nobody is told of events. */
  static readonly layerNone: Layer.Layer<WebhookEvents> = Layer.succeed(WebhookEvents, { announce: () => Effect.void })
}
