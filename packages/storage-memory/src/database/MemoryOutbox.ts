import type { ProjectId } from "@hedgerow/core/identity/Project"
import { beforeAll, OutboxPosition, type OutboxRow } from "@hedgerow/core/outbox/OutboxMessage"
import type { DateTime } from "effect"
import { MemoryTable } from "./MemoryTable.ts"
import type { UndoLog } from "./UndoLog.ts"

/** A registered consumer. */
export interface MemoryConsumer {
  readonly topics: ReadonlyArray<string>
  readonly seenAt: DateTime.Utc
}

/** The state of a consumer in a project, its worker, and the outcome of its last batch. */
export interface ConsumerState {
  readonly position: OutboxPosition
  readonly token: number
  readonly worker: string | null
  readonly leasedUntil: number
  readonly workedAt: number
  readonly attempts: number
  readonly error: string
  readonly retryAt: DateTime.Utc | null
}

/** A state nobody has worked on. */
export const untouchedState = (position: OutboxPosition): ConsumerState => ({
  position,
  token: 0,
  worker: null,
  leasedUntil: -Infinity,
  workedAt: -Infinity,
  attempts: 0,
  error: "",
  retryAt: null
})

/** One project's rows and how far each consumer has come in them. */
export class MemoryOutboxProject {
  readonly #rows: MemoryTable<number, OutboxRow>
  readonly #bounds: MemoryTable<"head" | "trimmed", OutboxPosition>
  readonly #states: MemoryTable<string, ConsumerState>

  constructor(log: UndoLog) {
    this.#rows = new MemoryTable(log)
    this.#bounds = new MemoryTable(log)
    this.#states = new MemoryTable(log)
  }

  get head(): OutboxPosition {
    return this.#bounds.get("head") ?? beforeAll
  }

  /** Rows up to here are gone. */
  get trimmed(): OutboxPosition {
    return this.#bounds.get("trimmed") ?? beforeAll
  }

  append(row: Omit<OutboxRow, "position">): void {
    const position = OutboxPosition.make(this.head + 1)
    this.#rows.set(position, { ...row, position })
    this.#bounds.set("head", position)
  }

  /** The rows behind the position that have one of the topics, oldest first. */
  *behind(position: OutboxPosition, topics: ReadonlyArray<string>): Generator<OutboxRow, void> {
    for (let at = Math.max(position, this.trimmed) + 1; at <= this.head; at++) {
      const row = this.#rows.get(at)
      if (row !== undefined && topics.includes(row.topic)) yield row
    }
  }

  /** Removes rows up to the position, at most that many, and answers how many. */
  trimTo(position: OutboxPosition, limit: number): number {
    const from = this.trimmed
    const last = OutboxPosition.make(Math.min(position, from + limit))
    if (last <= from) return 0
    for (let at = from + 1; at <= last; at++) this.#rows.delete(at)
    this.#bounds.set("trimmed", last)
    return last - from
  }

  state(consumer: string): ConsumerState {
    return this.#states.get(consumer) ?? untouchedState(beforeAll)
  }

  put(consumer: string, state: ConsumerState): void {
    this.#states.set(consumer, state)
  }

  forget(consumer: string): void {
    this.#states.delete(consumer)
  }
}

/** The outbox of all projects and its consumers. */
export class MemoryOutbox {
  readonly #log: UndoLog
  readonly #projects = new Map<ProjectId, MemoryOutboxProject>()
  readonly consumers: MemoryTable<string, MemoryConsumer>
  #tokens = 0

  constructor(log: UndoLog) {
    this.#log = log
    this.consumers = new MemoryTable(log)
  }

  /** A lease's token, never given before. */
  nextToken(): number {
    this.#tokens += 1
    return this.#tokens
  }

  of(project: ProjectId): MemoryOutboxProject {
    const known = this.#projects.get(project)
    if (known !== undefined) return known
    const created = new MemoryOutboxProject(this.#log)
    this.#projects.set(project, created)
    return created
  }

  /** Removes the project's rows, and how far the consumers have come in them. */
  remove(project: ProjectId): void {
    const known = this.#projects.get(project)
    if (known === undefined) return
    this.#projects.delete(project)
    this.#log.record(() => this.#projects.set(project, known))
  }

  /** Every project, by id. */
  get projects(): ReadonlyArray<readonly [ProjectId, MemoryOutboxProject]> {
    return [...this.#projects].toSorted(([left], [right]) => left - right)
  }
}
