import { Context, type DateTime, type Effect } from "effect"
import type { ProjectId } from "../identity/Project.ts"

/** What was removed before a compaction: data of projects, or projects with all that they had. */
export type Removed = "data" | "projects"

/** The removal of what else a storage keeps about persons and events. Each step may be repeated. */
export class TraceRemoval extends Context.Service<TraceRemoval, {
  /**
   * Removes the project's cached answers, ended runs of queries and summaries of answers, whatever they are about;
   * deliveries of webhooks with one of these texts in them; and blanks the texts of the query log that have one. Returns the
   * number of deliveries and of entries of the log.
   */
  readonly remove: (project: ProjectId, texts: ReadonlyArray<string>) => Effect.Effect<number>
  /** Removes the project's exports that were asked for until a time, with their files. */
  readonly removeExports: (project: ProjectId, until: DateTime.Utc) => Effect.Effect<void>
  /**
   * Frees the place on disk of rows that were removed: of the tables that deletions empty, or of all that projects have
   * rows in. Where only the operator may do that, nothing.
   */
  readonly compact: (removed: Removed) => Effect.Effect<void>
}>()("@hedgerow/core/deletions/TraceRemoval") {}
