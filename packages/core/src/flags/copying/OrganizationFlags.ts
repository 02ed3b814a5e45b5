import { Context, Effect, Layer, Option } from "effect"
import type { Caller } from "../../access/Caller.ts"
import { ProjectAccess } from "../../access/ProjectAccess.ts"
import type { OrganizationId } from "../../identity/Organization.ts"
import type { Project } from "../../identity/Project.ts"
import type { GroupRepository } from "../../persons/GroupRepository.ts"
import { boolean, integer, list, readFields, text } from "../../shared/Fields.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { knownNames, requireNames } from "../../shared/KnownNames.ts"
import { FeatureFlags } from "../FeatureFlags.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"
import { FeatureFlagRepository } from "../model/FeatureFlagRepository.ts"
import { flagByKey } from "../model/FlagFilter.ts"
import type { ScheduledChanges } from "../scheduling/ScheduledChanges.ts"
import { makeScheduleCopying } from "./CopySchedule.ts"

const maxTargets = 50

const flagged = () => boolean().orNull(false).orElse(false)

/** The fields of a copy of a flag by its key. */
export const flagsCopyFields = {
  feature_flag_key: text().describe("The key of the flag.", "new-checkout"),
  from_project: integer().describe("The id of the project that has the flag.", 1),
  target_project_ids: list(integer(), { nonEmpty: true, maxLength: maxTargets, distinct: true })
    .describe("The ids of the projects that get a copy.", [2]),
  copy_schedule: flagged().describe("Whether scheduled changes of the flag are copied with it.", false),
  disable_copied_flag: flagged().describe("Whether the copies are disabled.", true)
}

const names = knownNames(Object.keys(flagsCopyFields), {
  words: { disable_copied_flag: ["disable", "disabled"], target_project_ids: ["project_ids", "targets"] }
})

/** A flag, and the project it is in. */
export interface ProjectFlag {
  readonly project: Project
  readonly flag: FeatureFlag
}

/** A flag that was copied into a project, and which of its plans could not be. */
export interface CopiedFlag extends ProjectFlag {
  readonly scheduleFailures: ReadonlyArray<string>
}

/** The outcome of copying a flag into several projects. */
export interface FlagCopies {
  readonly copied: ReadonlyArray<CopiedFlag>
  readonly failed: ReadonlyArray<{ readonly project_id: number; readonly message: string }>
}

type Fields = Effect.Success<ReturnType<typeof readFields<typeof flagsCopyFields>>>

interface Source extends ProjectFlag {
  readonly caller: Caller
  readonly organization: OrganizationId
  readonly fields: Fields
}

const missing = (field: string, message: string) => InvalidInput.at([field], "does_not_exist", message)

const sourceMissing = missing("from_project", "The project does not exist in this organization.")
const flagMissing = missing("feature_flag_key", "Feature flag to copy does not exist.")
const targetMissing = "Target project does not exist."

/** The flags of an organisation's projects, as far as the caller reaches these. */
export class OrganizationFlags extends Context.Service<OrganizationFlags, {
  /** The flag of this key in each project that has one, by project. */
  readonly read: (
    caller: Caller,
    organization: OrganizationId,
    key: string
  ) => Effect.Effect<ReadonlyArray<ProjectFlag>>
  /**
   * Copies a flag into other projects of the organisation, each by itself: `feature_flag_key`, `from_project`,
   * `target_project_ids`, and `copy_schedule`, `disable_copied_flag`.
   */
  readonly copy: (
    caller: Caller,
    organization: OrganizationId,
    body: unknown
  ) => Effect.Effect<FlagCopies, InvalidInput>
}>()("@hedgerow/core/flags/copying/OrganizationFlags") {
  static readonly layer: Layer.Layer<
    OrganizationFlags,
    never,
    FeatureFlagRepository | FeatureFlags | GroupRepository | ProjectAccess | ScheduledChanges
  > = Layer.effect(
    OrganizationFlags,
    Effect.gen(function*() {
      const repository = yield* FeatureFlagRepository
      const flags = yield* FeatureFlags
      const access = yield* ProjectAccess
      const copySchedule = yield* makeScheduleCopying

      const findByKey = (project: Project, key: string) =>
        Effect.map(repository.first(project.id, flagByKey(key)), Option.getOrUndefined)

      const read = Effect.fnUntraced(function*(caller: Caller, organization: OrganizationId, key: string) {
        const found: Array<ProjectFlag> = []
        for (const project of yield* access.projects(caller)) {
          const flag = project.organization_id === organization ? yield* findByKey(project, key) : undefined
          if (flag !== undefined) found.push({ project, flag })
        }
        return found
      })

      /** A project of the organisation that the caller may use so. */
      const projectOf = (
        { caller, organization }: Pick<Source, "caller" | "organization">,
        id: number,
        scope: "feature_flag:read" | "feature_flag:write"
      ) =>
        access.resolve(caller, String(id), scope).pipe(
          Effect.option,
          Effect.map(Option.filter((project) => project.organization_id === organization))
        )

      const copyInto = Effect.fnUntraced(function*(source: Source, id: number) {
        const { caller, fields, flag, project: from } = source
        const into = Option.getOrUndefined(yield* projectOf(source, id, "feature_flag:write"))
        if (into === undefined) return yield* Effect.fail({ message: targetMissing })
        const body = { target_project_ids: [id], disable: fields.disable_copied_flag }
        const [copy] = yield* flags.copyToProjects(caller, from, flag.id, body)
        if (copy === undefined || copy.flag_id === null) return yield* Effect.die(new Error("A copied flag has an id."))
        const scheduleFailures = fields.copy_schedule
          ? yield* copySchedule({ from, into, actor: caller.user, flag, copy })
          : []
        return { project: into, flag: yield* flags.find(into.id, copy.flag_id), scheduleFailures } satisfies CopiedFlag
      })

      const copy = Effect.fnUntraced(function*(caller: Caller, organization: OrganizationId, body: unknown) {
        yield* requireNames(body, names)
        const fields = yield* readFields(flagsCopyFields, body)
        const from = yield* projectOf({ caller, organization }, fields.from_project, "feature_flag:read")
        if (Option.isNone(from)) return yield* sourceMissing
        const flag = yield* findByKey(from.value, fields.feature_flag_key)
        if (flag === undefined) return yield* flagMissing
        const source: Source = { caller, organization, fields, project: from.value, flag }
        const [copied, failed] = yield* Effect.partition(
          fields.target_project_ids,
          (project_id) => Effect.mapError(copyInto(source, project_id), ({ message }) => ({ project_id, message }))
        )
        return { copied, failed }
      })

      return OrganizationFlags.of({
        read: Effect.fn("OrganizationFlags.read")(read),
        copy: Effect.fn("OrganizationFlags.copy")(copy)
      })
    })
  )
}
