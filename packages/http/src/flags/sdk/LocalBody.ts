import { localDefinitions, type LocalFlag } from "@hedgerow/core/flags/evaluation/LocalDefinitions"
import type { FeatureFlag } from "@hedgerow/core/flags/FeatureFlag"
import type { FlagDefinitions } from "@hedgerow/core/flags/FlagDefinitions"
import { contentHash } from "@hedgerow/core/shared/ContentHash"

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

const flagRecord = (flags: ReadonlyMap<number, FeatureFlag>) => ({ filters, source }: LocalFlag) => {
  const flag = flags.get(source.id)
  return {
    id: source.id,
    team_id: flag?.project_id,
    name: source.name,
    key: source.key,
    filters,
    deleted: false,
    active: source.active,
    ensure_experience_continuity: source.ensure_experience_continuity,
    has_encrypted_payloads: flag?.has_encrypted_payloads,
    version: source.version,
    evaluation_runtime: source.evaluation_runtime,
    bucketing_identifier: source.bucketing_identifier,
    evaluation_tags: source.evaluation_tags,
    has_experiment: source.has_experiment === true
  }
}

const textOf = ({ compiled, flags }: FlagDefinitions, form: CohortForm): string => {
  const byId = new Map<number, FeatureFlag>(flags.map((flag) => [flag.id, flag]))
  const local = localDefinitions(compiled, {
    sendCohorts: form === "with cohorts",
    isShown: ({ id }) => isShown(byId.get(id))
  })
  return JSON.stringify({
    flags: local.flags.map(flagRecord(byId)),
    group_type_mapping: local.groupTypeMapping,
    cohorts: local.cohorts
  })
}

const encoder = new TextEncoder()

const makeBody = (definitions: FlagDefinitions, form: CohortForm): LocalBody => {
  const text = textOf(definitions, form)
  const hash = contentHash(`${form}\n${text}`)
  return {
    bytes: encoder.encode(text),
    hash,
    event: encoder.encode(`id: ${hash}\nevent: definitions\ndata: ${text}\n\n`)
  }
}

const known = new WeakMap<FlagDefinitions, Map<CohortForm, LocalBody>>()

/** The definitions in one form. */
export const localBody = (definitions: FlagDefinitions, form: CohortForm): LocalBody => {
  const forms = known.get(definitions) ?? new Map<CohortForm, LocalBody>()
  known.set(definitions, forms)
  const found = forms.get(form) ?? makeBody(definitions, form)
  forms.set(form, found)
  return found
}
