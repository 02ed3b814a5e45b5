import type { ScopeObject } from "@hedgerow/core/access/Scope"
import type { FieldTable } from "@hedgerow/core/shared/Fields"
import type { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { ActivityPage, activityPageParams } from "../activity/ActivityPage.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { pageOf } from "../requests/Paging.ts"
import { inProject as params, oneInProject } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"
import { listQuery } from "./EntityQuery.ts"

/** The parts of the endpoints of an entity. */
export interface EntityApiOptions<
  Path extends string,
  Filter extends FieldTable,
  Listed extends Schema.Top,
  One extends Schema.Top,
  Names extends EndpointNames
> {
  /** The part of the path that is its own. */
  readonly path: Path
  /** The words for one of them, and for several. */
  readonly one: string
  readonly many: string
  readonly scope: ScopeObject
  /** The filters of lists. */
  readonly filter: Filter
  /** A record in lists, and by itself. */
  readonly listed: Listed
  readonly record: One
  /** Whether a change may change a flag, which others may have to approve. */
  readonly changesFlags?: boolean
  /** The names of the endpoints where the group has those of several entities. */
  readonly names?: Names
}

interface EndpointNames {
  readonly list: string
  readonly read: string
}

const usualNames = { list: "list", read: "read" } as const

type Errors = ReadonlyArray<ReturnType<typeof apiErrorAt>>

const bodyErrors: Errors = [apiErrorAt(413), apiErrorAt(415)]

/** The errors of a change that needs approval. */
const approvalErrors: Errors = [apiErrorAt(409)]

/**
 * The endpoints of an entity, for a group to add those that there are: a group with a path prefix that names the
 * project. Other endpoints of an entity are added by hand.
 */
export const entityApi = <
  const Path extends string,
  Filter extends FieldTable,
  Listed extends Schema.Top,
  One extends Schema.Top,
  const Names extends EndpointNames = typeof usualNames
>(options: EntityApiOptions<Path, Filter, Listed, One, Names>) => {
  const { filter, listed, many, one: noun, path, record, scope } = options
  const names = (options.names ?? usualNames) as Names
  const all = `/${path}/` as const
  const single = `/${path}/:id/` as const
  const one = oneInProject(`The ${noun}'s id.`)
  const aNoun = `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`
  const reads = `${scope}:read` as const
  const writes = `${scope}:write` as const
  const removalErrors = options.changesFlags === true ? approvalErrors : []
  const changeErrors = [...bodyErrors, ...removalErrors]

  return {
    list: HttpApiEndpoint.get(names.list as Names["list"], all, {
      params,
      query: listQuery(filter),
      success: pageOf(listed)
    })
      .annotate(RequiredScope, reads)
      .annotateMerge(operation(`List ${many}`, `A page of the ${many} of the project that are not deleted.`)),

    create: <Body extends Schema.Codec<unknown>>(payload: Body) =>
      HttpApiEndpoint.post("create", all, {
        params,
        payload,
        success: record.pipe(HttpApiSchema.status(201)),
        error: changeErrors
      })
        .annotate(RequiredScope, writes)
        .annotateMerge(operation(`Create ${aNoun}`, `Makes ${aNoun} and returns it.`)),

    read: HttpApiEndpoint.get(names.read as Names["read"], single, { params: one, success: record })
      .annotate(RequiredScope, reads)
      .annotateMerge(operation(`Read ${aNoun}`, `The ${noun} with this id, also a deleted one.`)),

    update: <Body extends Schema.Codec<unknown>>(payload: Body) =>
      HttpApiEndpoint.patch("update", single, { params: one, payload, success: record, error: changeErrors })
        .annotate(RequiredScope, writes)
        .annotateMerge(operation(`Change ${aNoun}`, `Changes what the body names, and returns the ${noun}.`)),

    /** As `update`. */
    replace: <Body extends Schema.Codec<unknown>>(payload: Body) =>
      HttpApiEndpoint.put("replace", single, { params: one, payload, success: record, error: changeErrors })
        .annotate(RequiredScope, writes)
        .annotateMerge(
          operation(
            `Change ${aNoun} (PUT)`,
            `Changes what the body names, as \`PATCH\` does, and returns the ${noun}.`
          )
        ),

    /** A deletion that marks as deleted. */
    remove: HttpApiEndpoint.delete("remove", single, {
      params: one,
      success: HttpApiSchema.NoContent,
      error: removalErrors
    })
      .annotate(RequiredScope, writes)
      .annotateMerge(
        operation(`Delete ${aNoun}`, `Marks the ${noun} as deleted; \`deleted\` of a change restores it.`)
      ),

    /** A deletion that is always refused. */
    refuseRemoval: HttpApiEndpoint.delete("remove", single, {
      params: one,
      success: HttpApiSchema.NoContent,
      error: apiErrorAt(405)
    })
      .annotate(RequiredScope, writes)
      .annotateMerge(
        operation(`Refuse to delete ${aNoun}`, `Always refused with 405: \`deleted\` of a change deletes the ${noun}.`)
      ),

    activity: HttpApiEndpoint.get("activity", `/${path}/activity/` as const, {
      params,
      query: activityPageParams,
      success: ActivityPage
    })
      .annotate(RequiredScope, "activity_log:read")
      .annotateMerge(
        operation(`List the activity of ${many}`, `Lists the changes of ${many} with their authors, the latest first.`)
      ),

    activityOfOne: <const Name extends string>(name: Name) =>
      HttpApiEndpoint.get(name, `/${path}/:id/activity/` as const, {
        params: one,
        query: activityPageParams,
        success: ActivityPage
      })
        .annotate(RequiredScope, "activity_log:read")
        .annotateMerge(
          operation(`List the activity of ${aNoun}`, `The changes of the ${noun}, the latest first.`)
        )
  }
}
