import { UserLookup } from "@hedgerow/core/access/UserLookup"
import type { ActivityScope } from "@hedgerow/core/activity/Activity"
import type { UserEditing } from "@hedgerow/core/entities/Changes"
import type { Project, ProjectId } from "@hedgerow/core/identity/Project"
import type { User, UserId } from "@hedgerow/core/identity/User"
import type { Page, PageRequest } from "@hedgerow/core/shared/Page"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { makeActivityPage } from "../activity/ActivityPage.ts"
import { type CurrentCaller, CurrentProject } from "../auth/Authorization.ts"
import { currentEditing } from "../auth/CurrentEditing.ts"
import { answering, type InErrorTable } from "../errors/ErrorTable.ts"
import { hardDeleteRefused } from "../errors/RequestErrors.ts"
import { readJson } from "../requests/JsonBody.ts"
import { pageRequest, pageText } from "../requests/Paging.ts"
import type { Asked } from "./EntityQuery.ts"

type Failing<A> = Effect.Effect<A, InErrorTable, CurrentCaller>

/** The calls of an entity's handlers to its domain service, and how they show its answers. */
export interface EntityHandlersOptions<Row, One extends object, ListedRecord, OneRecord> {
  /** The name of the group, for spans. */
  readonly group: string
  readonly scope: ActivityScope
  readonly list?: (project: ProjectId, query: Asked, page: PageRequest) => Failing<Page<Row>>
  readonly find: (project: ProjectId, id: string) => Failing<One>
  /** The id that the activity log knows it by. */
  readonly idOf: (one: One) => number | string
  readonly create?: (by: UserEditing, body: unknown) => Failing<One>
  readonly patch?: (by: UserEditing, id: string, body: unknown) => Failing<One>
  /** The deletion of one; without it a patch marks it as deleted. */
  readonly remove?: (by: UserEditing, id: string) => Failing<void>
  /** The form of rows in a list, and of one by itself. */
  readonly shownInLists: (
    project: Project,
    rows: ReadonlyArray<Row>
  ) => Effect.Effect<(row: Row) => ListedRecord, never, CurrentCaller>
  readonly shown: (project: Project, one: One) => Effect.Effect<OneRecord, never, CurrentCaller>
}

type ShownInLists<Row, Shown> = EntityHandlersOptions<Row, object, Shown, unknown>["shownInLists"]

/** One by itself is shown as in a list. */
export const shownAlike = <Row extends object, Shown>(shownInLists: ShownInLists<Row, Shown>) => ({
  shownInLists,
  shown: (project: Project, row: Row) => Effect.map(shownInLists(project, [row]), (record) => record(row))
})

/** Records that name their makers. */
export const namingMakers = <Row extends { readonly created_by: UserId | null }, Shown>(
  recordOf: (people: ReadonlyMap<UserId, User>) => (row: Row) => Shown
) =>
  Effect.map(
    UserLookup,
    ({ people }) => (project: Project, rows: ReadonlyArray<Row>) =>
      Effect.map(people(project, rows.flatMap(({ created_by }) => created_by ?? [])), recordOf)
  )

interface OfOne {
  readonly params: { readonly id: string }
}

interface WithBody {
  readonly request: HttpServerRequest.HttpServerRequest
}

type PageQuery = Parameters<Effect.Success<typeof makeActivityPage>>[1]

/** The handlers of the endpoints of `entityApi`, for a group to take those that it has. */
export const makeEntityHandlers = Effect.fnUntraced(function*<
  Row,
  One extends object,
  ListedRecord extends object,
  OneRecord
>(
  options: EntityHandlersOptions<Row, One, ListedRecord, OneRecord>
) {
  const impossible = () => Effect.die(new Error(`This cannot be done with ${options.group}.`))
  const { create = impossible, find, group, idOf, list = impossible, patch = impossible, scope } = options
  const { remove = (by, id) => Effect.asVoid(patch(by, id, { deleted: true })) } = options
  const activityPage = yield* makeActivityPage

  const findHere = Effect.fnUntraced(function*(id: string) {
    return yield* find((yield* CurrentProject).id, id)
  })

  const shown = Effect.fnUntraced(function*(one: One) {
    return yield* options.shown(yield* CurrentProject, one)
  })

  const update = Effect.fnUntraced(function*({ params, request }: OfOne & WithBody) {
    return yield* shown(yield* patch(yield* currentEditing, params.id, yield* readJson(request)))
  }, answering)

  return {
    list: Effect.fn(`http.${group}.list`)(function*({ query }: { readonly query: Asked }) {
      const project = yield* CurrentProject
      const slice = pageRequest(query)
      const page = yield* list(project.id, query, slice)
      return yield* pageText(page, slice, yield* options.shownInLists(project, page.items))
    }, answering),

    create: Effect.fn(`http.${group}.create`)(function*({ request }: WithBody) {
      return yield* shown(yield* create(yield* currentEditing, yield* readJson(request)))
    }, answering),

    read: Effect.fn(`http.${group}.read`)(function*({ params }: OfOne) {
      return yield* shown(yield* findHere(params.id))
    }, answering),

    update: Effect.fn(`http.${group}.update`)(update),

    replace: Effect.fn(`http.${group}.replace`)(update),

    remove: Effect.fn(`http.${group}.remove`)(function*({ params }: OfOne) {
      yield* remove(yield* currentEditing, params.id)
    }, answering),

    refuseRemoval: Effect.fn(`http.${group}.remove`)(function*({ params }: OfOne) {
      yield* findHere(params.id)
      return yield* hardDeleteRefused
    }, answering),

    activity: Effect.fn(`http.${group}.activity`)(function*({ query }: { readonly query: PageQuery }) {
      return yield* activityPage({ project: (yield* CurrentProject).id, scope }, query)
    }),

    activityOfOne: Effect.fn(`http.${group}.activityOfOne`)(
      function*({ params, query }: OfOne & { readonly query: PageQuery }) {
        const one = yield* findHere(params.id)
        return yield* activityPage({ project: (yield* CurrentProject).id, scope, itemId: String(idOf(one)) }, query)
      },
      answering
    )
  }
})
