import { assert, layer } from "@effect/vitest"
import { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { Organization } from "@hedgerow/core/identity/Organization"
import { Project, ProjectId, type ProjectToken } from "@hedgerow/core/identity/Project"
import type { Transaction } from "@hedgerow/core/shared/Transaction"
import { DateTime, Effect, Exit, type Layer, Option } from "effect"
import { type AccessPorts, type AccessTests, assertEqual, unknownOrganization } from "./access/AccessWorld.ts"
import {
  accountTests,
  challengeCase,
  identityCase,
  linkCase,
  passwordCase,
  secondFactorCase,
  sessionCase
} from "./access/AccountTests.ts"
import { inviteTests } from "./access/InviteTests.ts"
import { keyTests, personalKeyCase } from "./access/KeyTests.ts"
import { secretKeyCase, secretKeyTests } from "./access/SecretKeyTests.ts"
import { userTests } from "./access/UserTests.ts"
import * as EntityContract from "./EntityContract.ts"
import { makeOrganization, makeProject, projectFields } from "./fixtures.ts"

const unknownProject = ProjectId.make(2_000_000_000)

/** The contract of the repositories of organisations, projects, users and keys. */
export const suite = <E>(name: string, storage: Layer.Layer<AccessPorts | Transaction, E>): void => {
  EntityContract.suite(name, storage, personalKeyCase)
  EntityContract.suite(name, storage, secretKeyCase)
  EntityContract.suite(name, storage, sessionCase)
  EntityContract.suite(name, storage, linkCase)
  EntityContract.suite(name, storage, passwordCase)
  EntityContract.suite(name, storage, challengeCase)
  EntityContract.suite(name, storage, identityCase)
  EntityContract.suite(name, storage, secondFactorCase)
  layer(storage, { excludeTestServices: true })(`Access: ${name}`, (it) => {
    organizations(it)
    projects(it)
    userTests(it)
    keyTests(it)
    secretKeyTests(it)
    accountTests(it)
    inviteTests(it)
  })
}

const organizations = (it: AccessTests): void => {
  it.effect("an organisation is found as it was inserted, an unknown one is not", () =>
    Effect.gen(function*() {
      const repository = yield* OrganizationRepository
      const organization = yield* makeOrganization({ name: "Höhe \"& Söhne'\\" })
      assertEqual(yield* repository.find(organization.id), Option.some(organization))
      assert.isTrue(Option.isNone(yield* repository.find(unknownOrganization)))
    }))

  it.effect("an update changes that organisation alone", () =>
    Effect.gen(function*() {
      const repository = yield* OrganizationRepository
      const organization = yield* makeOrganization()
      const bystander = yield* makeOrganization()
      const changed = new Organization({
        ...organization,
        name: "Mead & Sons",
        updated_at: DateTime.makeUnsafe("2030-01-01T00:00:00.001Z")
      })
      yield* repository.update(changed)
      assertEqual(yield* repository.findForUpdate(organization.id), Option.some(changed))
      assertEqual(yield* repository.find(bystander.id), Option.some(bystander))
      assert.isTrue(Option.isNone(yield* repository.findForUpdate(unknownOrganization)))
    }))

  it.effect("organisations are listed by the ids asked for, oldest first", () =>
    Effect.gen(function*() {
      const repository = yield* OrganizationRepository
      const at = (iso: string) => makeOrganization({ created_at: DateTime.makeUnsafe(iso) })
      const young = yield* at("2024-03-01T00:00:00.500Z")
      const old = yield* at("2021-03-01T00:00:00Z")
      const middle = yield* at("2024-03-01T00:00:00.499Z")
      yield* at("2022-03-01T00:00:00Z")
      const listed = yield* repository.listByIds([young.id, middle.id, old.id, unknownOrganization, old.id])
      assertEqual(listed, [old, middle, young])
      assertEqual(yield* repository.listByIds([]), [])
    }))
}

const projects = (it: AccessTests): void => {
  it.effect("projects get growing ids from the storage and are found by id and by token", () =>
    Effect.gen(function*() {
      const repository = yield* ProjectRepository
      const organization = yield* makeOrganization()
      const fields = yield* projectFields(organization.id)
      const first = yield* repository.insert({ ...fields, timezone: "Pacific/Apia", week_start_day: 1 })
      const second = yield* repository.insert(yield* projectFields(organization.id))
      assert.isAtLeast(first.id, 1)
      assert.isAbove(second.id, first.id)
      assert.deepStrictEqual([first.timezone, first.week_start_day, first.uuid], ["Pacific/Apia", 1, fields.uuid])
      assertEqual(yield* repository.find(first.id), Option.some(first))
      assertEqual(yield* repository.findByToken(first.api_token), Option.some(first))
      assertEqual(yield* repository.findByToken(second.api_token), Option.some(second))
      assert.isTrue(Option.isNone(yield* repository.find(unknownProject)))
      assert.isTrue(Option.isNone(yield* repository.findByToken("phc_unknown" as ProjectToken)))
      assert.isFalse(yield* repository.isEmpty)
    }))

  it.effect("a token belongs to one project: a second insert dies and changes nothing", () =>
    Effect.gen(function*() {
      const repository = yield* ProjectRepository
      const first = yield* makeProject
      const fields = yield* projectFields(first.organization_id)
      const exit = yield* repository.insert({ ...fields, api_token: first.api_token }).pipe(Effect.exit)
      assert.isTrue(Exit.hasDies(exit))
      assertEqual(yield* repository.findByToken(first.api_token), Option.some(first))
      assertEqual(yield* repository.listByOrganizations([first.organization_id]), [first])
    }))

  it.effect("an update changes that project alone, and its old token no longer finds it", () =>
    Effect.gen(function*() {
      const repository = yield* ProjectRepository
      const project = yield* makeProject
      const bystander = yield* makeProject
      const changed = new Project({
        ...project,
        name: "Lower field",
        api_token: `${project.api_token}-new` as ProjectToken,
        timezone: "Europe/Dublin",
        week_start_day: 1,
        test_account_filters: [{ type: "event", key: "$host", operator: "is_not", value: "localhost" }],
        updated_at: DateTime.makeUnsafe("2030-01-01T00:00:00.001Z")
      })
      yield* repository.update(changed)
      assertEqual(yield* repository.findForUpdate(project.id), Option.some(changed))
      assertEqual(yield* repository.findByToken(changed.api_token), Option.some(changed))
      assert.isTrue(Option.isNone(yield* repository.findByToken(project.api_token)))
      assertEqual(yield* repository.find(bystander.id), Option.some(bystander))
      assert.isTrue(Option.isNone(yield* repository.findForUpdate(unknownProject)))
      const taken = yield* repository.update(new Project({ ...bystander, api_token: changed.api_token })).pipe(
        Effect.exit
      )
      assert.isTrue(Exit.hasDies(taken))
      assertEqual(yield* repository.find(bystander.id), Option.some(bystander))
    }))

  it.effect("projects are listed by organisation, by id", () =>
    Effect.gen(function*() {
      const repository = yield* ProjectRepository
      const first = yield* makeProject
      const other = yield* makeProject
      yield* makeProject
      const second = yield* repository.insert(yield* projectFields(first.organization_id))
      assertEqual(yield* repository.listByOrganizations([first.organization_id]), [first, second])
      const both = yield* repository.listByOrganizations([other.organization_id, first.organization_id])
      assertEqual(both, [first, other, second])
      assertEqual(yield* repository.listByOrganizations([unknownOrganization]), [])
      assertEqual(yield* repository.listByOrganizations([]), [])
    }))
}
