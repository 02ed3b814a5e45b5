import { assert, describe, it } from "@effect/vitest"
import type { CohortId } from "@hedgerow/core/cohorts/Cohort"
import { memberCopied, memberRemoved } from "@hedgerow/core/cohorts/CopiedMembers"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import {
  distinctIdCopied,
  distinctIdRemoved,
  groupCopied,
  overrideCopied,
  overrideRemoved,
  personCopied,
  personRemoved
} from "@hedgerow/core/persons/CopiedPersons"
import { Group } from "@hedgerow/core/persons/Group"
import { Person } from "@hedgerow/core/persons/Person"
import { type CopyMessage, copyPayloads, copyTopics } from "@hedgerow/core/replication/CopyChanges"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { Effect, Schema } from "effect"

const project = 7 as ProjectId

/** The message as a consumer reads it: through JSON and its schema. */
const received = (message: CopyMessage) =>
  Effect.gen(function*() {
    const stored = JSON.parse(JSON.stringify(message.payload))
    const payload = yield* Schema.decodeUnknownEffect<(typeof copyPayloads)[CopyMessage["topic"]]>(
      copyPayloads[message.topic]
    )(stored)
    return { ...message, payload }
  })

describe("messages of changes", () => {
  it.effect.prop("a person is received as it is", [Person], ([person]) =>
    Effect.gen(function*() {
      const message = personCopied(person)
      assert.deepStrictEqual([message.project, message.key], [person.project_id, person.id])
      assert.deepStrictEqual(yield* received(message), JSON.parse(JSON.stringify(message)))
    }))

  it.effect.prop(
    "a group is received as it is; its key is its type's number and its own",
    [Group],
    ([group]) =>
      Effect.gen(function*() {
        const message = groupCopied(group)
        assert.deepStrictEqual(message.key, `${group.group_type_index}/${group.group_key}`)
        assert.deepStrictEqual(yield* received(message), JSON.parse(JSON.stringify(message)))
      })
  )

  const [old, next] = [deriveUuid("old"), deriveUuid("next")]
  it.effect.each([
    { message: personRemoved(project, old), key: old, payload: { v: 1, op: "remove", id: old } },
    {
      message: distinctIdCopied(project, "a\"b", old),
      key: "a\"b",
      payload: { v: 1, op: "set", distinct_id: "a\"b", person_id: old }
    },
    { message: distinctIdRemoved(project, ""), key: "", payload: { v: 1, op: "remove", distinct_id: "" } },
    {
      message: overrideCopied(project, old, next),
      key: old,
      payload: { v: 1, op: "set", old_person_id: old, person_id: next }
    },
    { message: overrideRemoved(project, old), key: old, payload: { v: 1, op: "remove", old_person_id: old } },
    {
      message: memberCopied(project, 3 as CohortId, old),
      key: `3/${old}`,
      payload: { v: 1, op: "set", cohort_id: 3, person_id: old }
    },
    {
      message: memberRemoved(project, 3 as CohortId, old),
      key: `3/${old}`,
      payload: { v: 1, op: "remove", cohort_id: 3, person_id: old }
    }
  ])("says no more than it must: $payload", ({ key, message, payload }) =>
    Effect.gen(function*() {
      const read = yield* received(message)
      assert.deepEqual<unknown>([read.project, read.key, read.payload], [project, key, payload])
    }))

  it.effect.each(copyTopics)("of %s in another version is not read", (topic) =>
    Effect.gen(function*() {
      const decode = Schema.decodeUnknownEffect<(typeof copyPayloads)[typeof topic]>(copyPayloads[topic])
      const payload = {
        v: 2,
        op: "remove",
        id: old,
        distinct_id: "a",
        old_person_id: old,
        group_type_index: 0,
        group_key: "",
        cohort_id: 1,
        person_id: old
      }
      yield* decode({ ...payload, v: 1 })
      assert.strictEqual((yield* Effect.flip(decode(payload)))._tag, "SchemaError")
    }))
})
