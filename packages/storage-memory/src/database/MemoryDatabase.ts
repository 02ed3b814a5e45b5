import { projectEntity } from "@hedgerow/core/access/ProjectEntity"
import type { Realm } from "@hedgerow/core/caching/DefinitionsVersionRepository"
import type { Entity, EntityRow } from "@hedgerow/core/entities/Entity"
import type { OrganizationId } from "@hedgerow/core/identity/Organization"
import type { Project, ProjectId } from "@hedgerow/core/identity/Project"
import type { User, UserId } from "@hedgerow/core/identity/User"
import type { Job, JobId } from "@hedgerow/core/jobs/Job"
import type { QueryResult } from "@hedgerow/core/query/execution/QueryResultRepository"
import type { QueryRun } from "@hedgerow/core/query/execution/QueryRun"
import type { QueryLogEntry } from "@hedgerow/core/query/log/QueryLogEntry"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Context, type Effect, Layer } from "effect"
import type { EntityTable } from "./EntityTable.ts"
import { EntityTables } from "./EntityTables.ts"
import type { EventKeyRow } from "./EventKeyRow.ts"
import { ExportPieces } from "./ExportPieces.ts"
import type { MembershipRow } from "./MembershipRow.ts"
import { MemoryActivity } from "./MemoryActivity.ts"
import { MemoryIndex } from "./MemoryIndex.ts"
import { MemoryOutbox } from "./MemoryOutbox.ts"
import { MemoryProject } from "./MemoryProject.ts"
import { MemoryTable } from "./MemoryTable.ts"
import type { SlotRow } from "./SlotRow.ts"
import { TransactionScopes } from "./TransactionScope.ts"
import { UndoLog } from "./UndoLog.ts"

/** The one state behind all memory ports. Read and change it only inside `operation`. */
export class MemoryState {
  readonly log = new UndoLog()
  readonly users = new MemoryTable<UserId, User>(this.log)
  /** By user and organisation. */
  readonly memberships = new MemoryTable<string, MembershipRow>(this.log)
  readonly definitionsVersions = new MemoryTable<Realm, number>(this.log)
  /** By project and uuid. */
  readonly eventKeys = new MemoryTable<string, EventKeyRow>(this.log)
  readonly eventKeysOfBatch = new MemoryIndex<Uuid, string>(this.log)
  readonly eventBatches = new MemoryTable<Uuid, true>(this.log)
  readonly exportPieces = new ExportPieces(this.log)
  readonly jobs = new MemoryTable<JobId, Job>(this.log)
  /** The times at which each kind of job was last named. */
  readonly jobKinds = new MemoryTable<string, number>(this.log)
  readonly outbox = new MemoryOutbox(this.log)
  /** By project and id. */
  readonly queryRuns = new MemoryTable<string, QueryRun>(this.log)
  /** By project and id. */
  readonly queryLog = new MemoryTable<string, QueryLogEntry>(this.log)
  /** By project and cache key. */
  readonly queryResults = new MemoryTable<string, QueryResult>(this.log)
  /** By project and node. */
  readonly querySlots = new MemoryTable<string, SlotRow>(this.log)
  /** The entities of the installation. */
  readonly #installation = new EntityTables(this.log)
  readonly #data = new Map<ProjectId, MemoryProject>()
  readonly #users = new Map<UserId, EntityTables>()
  readonly #activity = new Map<OrganizationId, MemoryActivity>()
  /** The last id of each sequence. */
  readonly #sequences = new Map<string, number>()

  /** Every project. */
  get projects(): ReadonlyArray<Project> {
    return Array.from(this.entities(projectEntity, "installation").rows.values())
  }

  /** The project's own data. */
  of(project: ProjectId): MemoryProject {
    const known = this.#data.get(project)
    if (known !== undefined) return known
    const created = new MemoryProject(this.log)
    this.#data.set(project, created)
    return created
  }

  /** Removes everything of a project. */
  removeProject(project: ProjectId): void {
    const known = this.#data.get(project)
    if (known === undefined) return
    this.#data.delete(project)
    this.log.record(() => this.#data.set(project, known))
  }

  /** The user's own data. */
  ofUser(user: UserId): EntityTables {
    const known = this.#users.get(user)
    if (known !== undefined) return known
    const created = new EntityTables(this.log)
    this.#users.set(user, created)
    return created
  }

  /** The rows of an entity that an owner has. */
  entities<Row extends EntityRow, Derived extends object, Taken>(
    entity: Entity<Row, Derived, Taken>,
    owner: number | "installation"
  ): EntityTable<Row> {
    return this.tablesOf(entity.owner, owner).of(entity)
  }

  /** Everything of entities that an owner has. */
  tablesOf(kind: Entity<EntityRow>["owner"], owner: number | "installation"): EntityTables {
    if (kind === "installation") return this.#installation
    return kind === "project_id" ? this.of(owner as ProjectId).entities : this.ofUser(owner as UserId)
  }

  /** The log of what concerns the organisation apart from its projects. */
  activityOf(organization: OrganizationId): MemoryActivity {
    const known = this.#activity.get(organization)
    if (known !== undefined) return known
    const created = new MemoryActivity(this.log)
    this.#activity.set(organization, created)
    return created
  }

  /** The next id, from 1. As in a database, an id that was rolled back is not given again. */
  nextId(sequence: string): number {
    const id = (this.#sequences.get(sequence) ?? 0) + 1
    this.#sequences.set(sequence, id)
    return id
  }
}

/** The rows of the memory ports: one state, one lock, one undo log. */
export class MemoryDatabase extends Context.Service<MemoryDatabase, {
  /** The change as one unit: a step of the current transaction, else a transaction of its own. */
  readonly operation: <A>(change: (state: MemoryState) => A) => Effect.Effect<A>
  /** The effect as one unit; `onKept` is called as soon as its changes are kept. */
  readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>, onKept: () => void) => Effect.Effect<A, E, R>
}>()("@hedgerow/storage-memory/database/MemoryDatabase") {
  /** An empty database. */
  static readonly layer: Layer.Layer<MemoryDatabase> = Layer.sync(MemoryDatabase, () => {
    const state = new MemoryState()
    const scopes = new TransactionScopes(state.log)
    return MemoryDatabase.of({
      operation: (change) => scopes.operation(() => change(state)),
      transaction: (effect, onKept) => scopes.run(effect, onKept)
    })
  })
}
