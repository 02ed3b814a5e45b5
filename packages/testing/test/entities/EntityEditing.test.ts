import { assert, describe, it } from "@effect/vitest"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import { Action, actionEntity } from "@hedgerow/core/actions/Action"
import { ActionNotFound } from "@hedgerow/core/actions/ActionErrors"
import { ActionRepository } from "@hedgerow/core/actions/ActionRepository"
import { ActivityRepository } from "@hedgerow/core/activity/ActivityRepository"
import * as Domain from "@hedgerow/core/Domain"
import { type Edit, makeEntityEditing, type NewEdit } from "@hedgerow/core/entities/EntityEditing"
import { ProjectId } from "@hedgerow/core/identity/Project"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer, Option } from "effect"

interface Sent {
  readonly name: string
}

const refusal = (step: string) => InvalidInput.at([], "invalid_input", step)

/** An editor of actions that notes its steps; the step with the name that is in `failing` is refused. */
const makeWorld = Effect.gen(function*() {
  const { project } = yield* bootstrap({
    projectName: "Edited",
    personalApiKey: Option.none(),
    projectToken: Option.none()
  }).pipe(Effect.flatMap(Effect.fromOption), Effect.orDie)
  const repository = yield* ActionRepository
  const activity = yield* ActivityRepository
  const steps: Array<string> = []
  const failing = new Set<string>()
  const note = (step: string) =>
    Effect.suspend(() => {
      steps.push(step)
      return failing.has(step) ? refusal(step) : Effect.void
    })
  const editing = yield* makeEntityEditing(actionEntity, repository, {
    missing: () => new ActionNotFound(),
    lock: (id) => Effect.andThen(Effect.orDie(note("lock")), repository.lock(id)),
    blank: ({ made, sent }: NewEdit<Action, Sent>) =>
      new Action({
        ...made,
        ...sent,
        description: "",
        tags: [],
        post_to_slack: false,
        slack_message_format: "",
        steps: [],
        deleted: false,
        updated_at: made.created_at
      }),
    draft: (edit: Edit<Action, Sent>) =>
      Effect.as(note("draft"), { ...edit, after: new Action({ ...edit.from, ...edit.sent }) }),
    check: () => note("check"),
    link: (draft) => Effect.as(note("link"), draft),
    stamp: () => ({ tags: ["stamped"] }),
    seal: ({ after }) => Effect.as(note("seal"), new Action({ ...after, description: "sealed" })),
    follow: () => note("follow")
  })
  const taken = Effect.sync(() => steps.splice(0))
  const read = (name: string) => Effect.as(note("read"), { name })
  const entries = Effect.map(
    activity.list({ project: project.id, scopes: ["Action"] }, { limit: 10, offset: 0 }),
    ({ items }) => items.map((entry) => entry.activity)
  )
  return { by: { project, actor: "system" } as const, editing, entries, failing, read, repository, taken }
})

const suite = <E>(name: string, storage: Layer.Layer<StoragePorts, E>): void => {
  const world = Domain.layer.pipe(Layer.provideMerge(storage))

  describe(`the steps of an edit: ${name}`, () => {
    it.live("a new row is read before its locks, a change once the row is found; a row without a change stays", () =>
      Effect.gen(function*() {
        const { by, editing, entries, read, repository, taken } = yield* makeWorld
        const made = yield* editing.create(by, read("one"))
        assert.deepStrictEqual(yield* taken, ["read", "lock", "draft", "check", "link", "seal", "follow"])
        assert.deepStrictEqual([made.description, made.tags], ["sealed", []])

        const changed = yield* editing.update(by, made.id, () => read("two"))
        assert.deepStrictEqual(yield* taken, ["lock", "read", "draft", "check", "link", "seal", "follow"])
        assert.deepStrictEqual([changed.name, changed.tags], ["two", ["stamped"]])
        assert.deepStrictEqual(yield* repository.find(by.project.id, made.id), Option.some(changed))
        assert.deepStrictEqual(yield* entries, ["updated", "created"])

        assert.deepStrictEqual(yield* editing.update(by, made.id, () => read("two")), changed)
        assert.deepStrictEqual(yield* taken, ["lock", "read", "draft", "check", "link", "follow"])
        assert.deepStrictEqual(yield* entries, ["updated", "created"])
      }).pipe(Effect.provide(world)))

    it.live("a step that fails takes everything back: the row, its entry and what other steps did", () =>
      Effect.gen(function*() {
        const { by, editing, entries, failing, read, repository, taken } = yield* makeWorld
        const made = yield* editing.create(by, read("one"))
        for (const step of ["read", "draft", "check", "link", "seal", "follow"]) {
          failing.clear()
          failing.add(step)
          yield* taken
          assert.deepStrictEqual(yield* Effect.flip(editing.update(by, made.id, () => read("two"))), refusal(step))
          assert.strictEqual((yield* taken).at(-1), step)
          assert.deepStrictEqual(yield* Effect.flip(editing.create(by, read("other"))), refusal(step))
        }
        assert.deepStrictEqual(yield* repository.all(by.project.id), [made])
        assert.deepStrictEqual(yield* entries, ["created"])
      }).pipe(Effect.provide(world)))

    it.live("an id of another project, or a text that is not one, finds nothing; what is sent is not read", () =>
      Effect.gen(function*() {
        const { by, editing, read, taken } = yield* makeWorld
        const made = yield* editing.create(by, read("one"))

        yield* taken
        const elsewhere = { ...by, project: { ...by.project, id: ProjectId.make(2147483647) } }
        for (const [who, id] of [[by, "x"], [by, 2147483647], [by, "1.5"], [elsewhere, made.id]] as const) {
          assert.deepStrictEqual(yield* Effect.flip(editing.update(who, id, () => read("two"))), new ActionNotFound())
          assert.deepStrictEqual(yield* Effect.flip(editing.remove(who, id)), new ActionNotFound())
          assert.deepStrictEqual(yield* Effect.flip(editing.find(who.project.id, id)), new ActionNotFound())
        }
        assert.notInclude(yield* taken, "read")
      }).pipe(Effect.provide(world)))

    it.live("a row is removed with its entry, or not at all", () =>
      Effect.gen(function*() {
        const { by, editing, entries, read, repository } = yield* makeWorld
        const { id } = yield* editing.create(by, read("one"))
        const erase = (row: Action) => Effect.andThen(repository.remove(row.project_id, row.id), refusal("erase"))
        assert.deepStrictEqual(yield* Effect.flip(editing.remove(by, id, erase)), refusal("erase"))
        assert.strictEqual((yield* editing.find(by.project.id, id)).name, "one")
        yield* editing.remove(by, id)
        assert.deepStrictEqual(yield* repository.find(by.project.id, id), Option.none())
        assert.deepStrictEqual(yield* entries, ["deleted", "created"])
      }).pipe(Effect.provide(world)))
  })
}

suite("memory", MemoryStorage.layer)
suite("PostgreSQL", PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer)))
