import type { CompiledFlag } from "./CompiledFlag.ts"
import type { CompiledFlags } from "./CompiledFlags.ts"
import { evaluateFlag } from "./EvaluateFlag.ts"
import { type Evaluation, rememberValue, startEvaluation } from "./Evaluation.ts"
import type { EvaluationRequest } from "./EvaluationRequest.ts"
import type { FlagResult, FlagResults } from "./FlagResult.ts"
import { isSelected } from "./FlagSelections.ts"

const resultOf = ({ graph }: CompiledFlags, flag: CompiledFlag, evaluation: Evaluation): FlagResult =>
  graph.isUnresolved(flag) ? flag.missing : evaluateFlag(flag, evaluation)

const isKnown = (compiled: CompiledFlags, id: number, evaluation: Evaluation): boolean => {
  if (compiled.byId(id)?.source.active === false) rememberValue(evaluation, id, false)
  return evaluation.values?.has(id) === true
}

/** Makes known what the flags that a flag depends on answer; those that are left out count as off. */
const evaluateDependencies = (compiled: CompiledFlags, flag: CompiledFlag, evaluation: Evaluation): void => {
  const unknown = flag.dependencies.filter((id) => !isKnown(compiled, id, evaluation))
  if (unknown.length === 0 || compiled.graph.isUnresolved(flag)) return
  const { selection } = evaluation.request
  for (const other of compiled.graph.chainOf(flag)) {
    if (evaluation.values?.has(other.source.id) === true) continue
    for (const id of other.dependencies) isKnown(compiled, id, evaluation)
    const isIn = isSelected(other.source, selection)
    rememberValue(evaluation, other.source.id, isIn && resultOf(compiled, other, evaluation))
  }
}

/** What one active flag answers, with what it depends on. */
export const evaluateOne = (compiled: CompiledFlags, flag: CompiledFlag, evaluation: Evaluation): FlagResult => {
  const known = evaluation.values?.get(flag.source.id)
  if (known !== undefined && known !== false) return known
  if (flag.dependencies.length === 0) return evaluateFlag(flag, evaluation)
  evaluateDependencies(compiled, flag, evaluation)
  const result = resultOf(compiled, flag, evaluation)
  rememberValue(evaluation, flag.source.id, result)
  return result
}

const requestedFlags = (
  compiled: CompiledFlags,
  keys: ReadonlyArray<string> | undefined
): ReadonlyArray<CompiledFlag> =>
  keys === undefined ? compiled.graph.ordered() : [...new Set(keys)].flatMap((key) => compiled.byKey(key) ?? [])

/**
 * What the flags that a request asks for answer. When it names keys the cost depends on those and what they depend on
 * alone, not on how many flags the project has.
 */
export const evaluateFlags = (compiled: CompiledFlags, request: EvaluationRequest): FlagResults => {
  const { selection } = request
  const evaluation = startEvaluation(request)
  const flags = new Map<string, FlagResult>()
  for (const flag of requestedFlags(compiled, selection?.flagKeys)) {
    if (!flag.source.active || !isSelected(flag.source, selection)) continue
    flags.set(flag.source.key, evaluateOne(compiled, flag, evaluation))
  }
  return { flags, errorsWhileComputing: evaluation.hasErrors }
}

/** What one flag answers; undefined when it does not exist, is not active or is not among those that are asked for. */
export const evaluateKey = (
  compiled: CompiledFlags,
  key: string,
  request: EvaluationRequest
): FlagResult | undefined => {
  const flag = compiled.byKey(key)
  const isAsked = flag?.source.active === true && isSelected(flag.source, request.selection)
  return isAsked ? evaluateOne(compiled, flag, startEvaluation(request)) : undefined
}
