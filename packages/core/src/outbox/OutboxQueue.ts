import { Latch } from "effect"
import type { ProjectId } from "../identity/Project.ts"

/** The projects that one consumer of one process reads next, and those that it works on. */
export class OutboxQueue {
  readonly #concurrency: number
  readonly #hinted = new Set<ProjectId>()
  readonly #busy = new Set<ProjectId>()
  #isAllWanted = false
  readonly #ready = Latch.makeUnsafe(false)

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /** Open while there is something to look at and a free hand for it. */
  get ready(): Latch.Latch {
    return this.#ready
  }

  /** The number of further projects that can be worked on. */
  get free(): number {
    return this.#concurrency - this.#busy.size
  }

  /** The project may have rows. While it is worked on, that is looked at afterwards. */
  hint(project: ProjectId): void {
    this.#hinted.add(project)
    this.#settle()
  }

  /** Any project may have rows. */
  hintAll(): void {
    this.#isAllWanted = true
    this.#settle()
  }

  /** The projects to look at now. */
  take(): ReadonlyArray<ProjectId> | "all" {
    const projects = [...this.#hinted].filter((project) => !this.#busy.has(project))
    for (const project of projects) this.#hinted.delete(project)
    const wanted = this.#isAllWanted ? "all" : projects
    this.#isAllWanted = false
    this.#settle()
    return wanted
  }

  /** Not all of what was taken could be looked at. */
  giveBack(wanted: ReadonlyArray<ProjectId> | "all"): void {
    if (wanted === "all") this.#isAllWanted = true
    else for (const project of wanted) this.#hinted.add(project)
    this.#settle()
  }

  begin(project: ProjectId): void {
    this.#busy.add(project)
    this.#settle()
  }

  end(project: ProjectId): void {
    this.#busy.delete(project)
    this.#settle()
  }

  #settle(): void {
    const isWanted = this.#isAllWanted || [...this.#hinted].some((project) => !this.#busy.has(project))
    if (isWanted && this.free > 0) this.#ready.openUnsafe()
    else this.#ready.closeUnsafe()
  }
}
