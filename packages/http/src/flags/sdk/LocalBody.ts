import type { CompiledFlags } from "@hedgerow/core/evaluation/CompiledFlags"
import type { FlagSource } from "@hedgerow/core/evaluation/FlagSource"
import {
  localContext,
  type LocalFlag,
  localFlag,
  localInputs,
  localSources
} from "@hedgerow/core/evaluation/LocalDefinitions"
import { requiresServer } from "@hedgerow/core/evaluation/RequiresServer"
import type { FeatureFlag } from "@hedgerow/core/flags/model/FeatureFlag"
import type { FlagDefinitions } from "@hedgerow/core/flags/serving/FlagDefinitions"
import { contentHash } from "@hedgerow/core/shared/ContentHash"
import { WorkSlice } from "@hedgerow/core/shared/WorkSlice"
import { Effect } from "effect"

/** Whether flags come with the cohorts they name, or with these put in their place where that can be done. */
export type CohortForm = "with cohorts" | "without cohorts"

/** The definitions of a project as they are sent, made once for each version of them. */
export interface LocalBody {
  readonly bytes: Uint8Array
  readonly hash: string
  /** The same as a server-sent event whose id is the hash. */
  readonly event: Uint8Array
}

/** Internal flags belong to what made them; a remote configuration is read where its payload can be opened. */
const isShown = (flag: FeatureFlag | undefined): boolean =>
  flag !== undefined && !flag.is_internal && !flag.is_remote_configuration

const flagRecord = (flag: FeatureFlag, { filters, source }: LocalFlag, requires_server: boolean) => ({
  id: source.id,
  team_id: flag.project_id,
  name: source.name,
  key: source.key,
  filters,
  deleted: false,
  active: source.active,
  ensure_experience_continuity: source.ensure_experience_continuity,
  has_encrypted_payloads: flag.has_encrypted_payloads,
  version: source.version,
  evaluation_runtime: source.evaluation_runtime,
  bucketing_identifier: source.bucketing_identifier,
  evaluation_tags: source.evaluation_tags,
  has_experiment: source.has_experiment === true,
  requires_server
})

/** The definition that is sent of one flag, and its source. */
interface LocalText {
  readonly flag: FeatureFlag
  readonly inputs: ReadonlyArray<unknown>
  readonly needsServer: boolean
  readonly bytes: Uint8Array
  readonly hash: string
}

const encoder = new TextEncoder()

const texts: Readonly<Record<CohortForm, WeakMap<FlagSource, LocalText>>> = {
  "with cohorts": new WeakMap(),
  "without cohorts": new WeakMap()
}

const isSameList = (left: ReadonlyArray<unknown>, right: ReadonlyArray<unknown>): boolean =>
  left === right || left.length === right.length && left.every((item, index) => item === right[index])

/** The texts of flags, each made once for the flag and cohorts in it. */
const textsIn = (compiled: CompiledFlags, byId: ReadonlyMap<number, FeatureFlag>, form: CohortForm) => {
  const known = texts[form]
  const sendCohorts = form === "with cohorts"
  const options = { sendCohorts, isShown: ({ id }: FlagSource) => isShown(byId.get(id)) }
  return (source: FlagSource): LocalText | undefined => {
    const flag = byId.get(source.id)
    if (flag === undefined) return undefined
    const inputs = localInputs(compiled, source)
    const before = known.get(source)
    const needsServer = flag.has_encrypted_payloads || requiresServer(compiled, source, options)
    if (before?.flag === flag && before.needsServer === needsServer && isSameList(before.inputs, inputs)) return before
    const text = JSON.stringify(flagRecord(flag, localFlag(compiled, source, sendCohorts), needsServer))
    const made = { flag, inputs, needsServer, bytes: encoder.encode(text), hash: contentHash(text) }
    known.set(source, made)
    return made
  }
}

const comma = encoder.encode(",")

const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> => {
  let size = 0
  for (const { length } of parts) size += length
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** The bytes as a server-sent event, made when it is first asked for. */
const eventOf = (bytes: Uint8Array, hash: string): () => Uint8Array => {
  let event: Uint8Array | undefined
  return () => {
    event ??= joined([encoder.encode(`id: ${hash}\nevent: definitions\ndata: `), bytes, encoder.encode("\n\n")])
    return event
  }
}

/** The texts of the flags that are sent, in order; others run between those that have to be made. */
const textsInTurns = Effect.fnUntraced(
  function*(shown: ReadonlyArray<FlagSource>, textOf: (source: FlagSource) => LocalText | undefined) {
    const slice = new WorkSlice()
    const made: Array<LocalText> = []
    for (const source of shown) {
      const text = textOf(source)
      if (text === undefined) continue
      made.push(text)
      if (slice.isOver(text.bytes.length)) yield* Effect.yieldNow
    }
    return made
  }
)

/** The bytes are JSON of `flags`, `group_type_mapping` and `cohorts`; their hash is that of the hashes of the parts. */
const bodyOf = (made: ReadonlyArray<LocalText>, context: string, form: CohortForm): LocalBody => {
  const parts = made.flatMap(({ bytes }, index) => index === 0 ? [bytes] : [comma, bytes])
  const bytes = joined([encoder.encode("{\"flags\":["), ...parts, encoder.encode(`],${context}`)])
  const hash = contentHash(`${form}\n${context}\n${made.map((text) => text.hash).join("")}`)
  const event = eventOf(bytes, hash)
  return {
    bytes,
    hash,
    get event() {
      return event()
    }
  }
}

const known = new WeakMap<FlagDefinitions, Map<CohortForm, LocalBody>>()

/**
 * The definitions in one form. Texts of flags that are what they were are taken over from earlier definitions; others get
 * their turn between the rest. Requests that make the same body at the same time share all of its parts.
 */
export const localBody = Effect.fnUntraced(function*(definitions: FlagDefinitions, form: CohortForm) {
  const forms = known.get(definitions) ?? new Map<CohortForm, LocalBody>()
  known.set(definitions, forms)
  const found = forms.get(form)
  if (found !== undefined) return found
  const { compiled, flags } = definitions
  const byId = new Map<number, FeatureFlag>(flags.map((flag) => [flag.id, flag]))
  const shown = localSources(compiled, ({ id }) => isShown(byId.get(id)))
  const texts = yield* textsInTurns(shown, textsIn(compiled, byId, form))
  const { cohorts, groupTypeMapping } = localContext(compiled, shown, form === "with cohorts")
  const context = JSON.stringify({ group_type_mapping: groupTypeMapping, cohorts }).slice(1)
  const made = forms.get(form) ?? bodyOf(texts, context, form)
  forms.set(form, made)
  return made
})
