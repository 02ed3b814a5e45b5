import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type * as Effect from "effect/Effect"
import type { Copying } from "./Copying.ts"
import type { ProjectApiFailed } from "./ProjectApi.ts"
import type { SourceRecord } from "./ReadProject.ts"

type Noted = Effect.Effect<string | undefined, ProjectApiFailed>

/** The body that a record is made with, and a note on what it lacks. */
export interface Fitted {
  readonly body: JsonRecord
  readonly note: string | undefined
}

/** The own steps of a kind of records; those that answer a text answer a note for the report. */
export interface KindSteps {
  /** Why it is not made, where that depends on what is there. */
  readonly refusal?: (one: SourceRecord, copying: Copying) => Noted
  readonly fit?: (one: SourceRecord, body: JsonRecord, copying: Copying) => Fitted
  /** After it was made. */
  readonly made?: (one: SourceRecord, made: JsonRecord, copying: Copying) => Noted
  /** Once it was found to be there. */
  readonly found?: (one: SourceRecord, there: JsonRecord, copying: Copying) => Noted
}
