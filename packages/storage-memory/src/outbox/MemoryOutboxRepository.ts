import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { OutboxMessage, OutboxPosition } from "@hedgerow/core/outbox/OutboxMessage"
import { type OutboxRange, OutboxRepository, type OutboxSlice } from "@hedgerow/core/outbox/OutboxRepository"
import { afterCommit } from "@hedgerow/core/shared/AfterCommit"
import { type DateTime, Effect, Iterable, Layer, PubSub, Stream } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import type { MemoryOutbox, MemoryOutboxProject } from "../database/MemoryOutbox.ts"

const read = (project: MemoryOutboxProject, { after, limit, topics }: OutboxRange): OutboxSlice => {
  const rows = [...Iterable.take(project.behind(after, topics), limit)]
  const last = rows.at(-1)
  return { rows, upTo: last !== undefined && rows.length === limit ? last.position : project.head }
}

/** The position that every registered consumer has passed; without any, the head. */
const passedByAll = (outbox: MemoryOutbox, project: MemoryOutboxProject): OutboxPosition =>
  [...outbox.consumers.entries()]
    .map(([consumer]) => project.state(consumer).position)
    .reduce((least, position) => position < least ? position : least, project.head)

const trim = (outbox: MemoryOutbox, limit: number): number => {
  let left = limit
  for (const [, project] of outbox.projects) left -= project.trimTo(passedByAll(outbox, project), left)
  return limit - left
}

/** The outbox's rows in memory. */
export const layer: Layer.Layer<OutboxRepository, never, MemoryDatabase> = Layer.effect(
  OutboxRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase
    const announced = yield* PubSub.sliding<ProjectId>(1_000)

    return OutboxRepository.of({
      append: Effect.fn("OutboxRepository.append")(function*(
        messages: ReadonlyArray<OutboxMessage>,
        { announce, at }: { readonly at: DateTime.Utc; readonly announce: boolean }
      ) {
        yield* database.operation((state) => {
          for (const message of messages) state.outbox.of(message.project).append({ ...message, appendedAt: at })
        })
        const projects = new Set(messages.map(({ project }) => project))
        if (announce) yield* afterCommit(Effect.asVoid(PubSub.publishAll(announced, projects)))
      }),
      head: Effect.fn("OutboxRepository.head")((project: ProjectId) =>
        database.operation((state) => state.outbox.of(project).head)
      ),
      read: Effect.fn("OutboxRepository.read")((project: ProjectId, range: OutboxRange) =>
        database.operation((state) => read(state.outbox.of(project), range))
      ),
      trim: Effect.fn("OutboxRepository.trim")((limit: number) =>
        database.operation((state) => trim(state.outbox, limit))
      ),
      announcements: Stream.unwrap(
        Effect.map(
          PubSub.subscribe(announced),
          (subscription) => Stream.concat(Stream.succeed(undefined), Stream.fromSubscription(subscription))
        )
      )
    })
  })
)
