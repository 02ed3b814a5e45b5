import { type Action, actionEntity } from "@hedgerow/core/actions/Action"
import { ActionRepository } from "@hedgerow/core/actions/ActionRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { UserId } from "@hedgerow/core/identity/User"
import { DateTime, Effect, type Layer } from "effect"
import * as EntityContract from "./EntityContract.ts"
import { makeProjectId } from "./fixtures.ts"

const fieldsOf = Effect.fnUntraced(function*(project: ProjectId) {
  const now = yield* DateTime.now
  const fields: Omit<Action, "id"> = {
    project_id: project,
    name: "Signed up",
    description: "",
    tags: [],
    post_to_slack: false,
    slack_message_format: "",
    steps: [{ event: "$pageview", url: "/done" }],
    deleted: false,
    created_by: null,
    created_at: now,
    updated_at: now
  }
  return fields
})

const changes: Partial<Action> = {
  name: null,
  description: "Ünïcode \"quoted\"",
  tags: ["a", "b,\"c\""],
  post_to_slack: true,
  slack_message_format: "[event]",
  steps: [{ event: null, properties: [{ type: "event", key: "a", value: ["1", 2] }] }, {}],
  deleted: true,
  created_by: UserId.make(3),
  created_at: DateTime.makeUnsafe("2026-01-02T03:04:05.678Z"),
  updated_at: DateTime.makeUnsafe("2026-01-02T03:04:05.679Z")
}

/** The promises of every storage of actions. */
export const suite = <E>(name: string, storage: Layer.Layer<ActionRepository | EntityContract.EntityPorts, E>) =>
  EntityContract.suite(name, storage, {
    entity: actionEntity,
    port: ActionRepository,
    owner: makeProjectId,
    fields: fieldsOf,
    changes: () => Effect.succeed(changes)
  })
