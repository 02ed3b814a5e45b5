import type { CompiledFlag } from "./CompiledFlag.ts"
import type { CompiledFlags } from "./CompiledFlags.ts"
import { evaluateFlag } from "./EvaluateFlag.ts"
import { type Evaluation, rememberValue, startEvaluation } from "./Evaluation.ts"
import type { EvaluationRequest } from "./EvaluationRequest.ts"
import type { FlagResult, FlagResults } from "./FlagResult.ts"
import { isSelected } from "./FlagSelections.ts"
import { maxRequestWork, sliceWork } from "./Work.ts"

const resultOf = ({ graph }: CompiledFlags, flag: CompiledFlag, evaluation: Evaluation): FlagResult =>
  graph.isUnresolved(flag) ? flag.missing : evaluateFlag(flag, evaluation)

const isKnown = (compiled: CompiledFlags, id: number, evaluation: Evaluation): boolean => {
  if (compiled.byId(id)?.source.active === false) rememberValue(evaluation, id, false)
  return evaluation.values?.has(id) === true
}

/** Whether others should run now. */
const isDue = (evaluation: Evaluation): boolean => {
  if (evaluation.total > evaluation.pauseAt) return false
  evaluation.pauseAt = evaluation.total - sliceWork
  return true
}

/** Makes known what the flags that a flag depends on answer; those that are left out count as off. */
function* resolveDependencies(compiled: CompiledFlags, flag: CompiledFlag, evaluation: Evaluation): Generator<void> {
  const unknown = flag.dependencies.filter((id) => !isKnown(compiled, id, evaluation))
  if (unknown.length === 0 || compiled.graph.isUnresolved(flag)) return
  const { selection } = evaluation.request
  for (const other of compiled.graph.chainOf(flag)) {
    if (evaluation.values?.has(other.source.id) === true) continue
    for (const id of other.dependencies) isKnown(compiled, id, evaluation)
    const isIn = isSelected(other.source, selection)
    rememberValue(evaluation, other.source.id, isIn && resultOf(compiled, other, evaluation))
    if (isDue(evaluation)) yield
  }
}

function* resolveDependent(
  compiled: CompiledFlags,
  flag: CompiledFlag,
  evaluation: Evaluation
): Generator<void, FlagResult> {
  const known = evaluation.values?.get(flag.source.id)
  if (known !== undefined && known !== false) return known
  yield* resolveDependencies(compiled, flag, evaluation)
  const result = resultOf(compiled, flag, evaluation)
  rememberValue(evaluation, flag.source.id, result)
  return result
}

/** Work that pauses where others may run, and then has an answer. */
export type PausingWork<A> = Generator<void, A>

/** The answer of work that ends at once. */
export const drained = <A>(work: PausingWork<A>): A => {
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}

const isIndependent = (flag: CompiledFlag, { values }: Evaluation): boolean =>
  flag.dependencies.length === 0 && values?.has(flag.source.id) !== true

/** The answer of one active flag, with its dependencies. */
export const evaluateOne = (compiled: CompiledFlags, flag: CompiledFlag, evaluation: Evaluation): FlagResult =>
  isIndependent(flag, evaluation)
    ? evaluateFlag(flag, evaluation)
    : drained(resolveDependent(compiled, flag, evaluation))

/** The same with pauses. */
export const evaluateOneInSlices = (
  compiled: CompiledFlags,
  flag: CompiledFlag,
  evaluation: Evaluation
): PausingWork<FlagResult> => resolveDependent(compiled, flag, evaluation)

const requestedFlags = (
  compiled: CompiledFlags,
  keys: ReadonlyArray<string> | undefined
): ReadonlyArray<CompiledFlag> =>
  keys === undefined ? compiled.graph.ordered() : [...new Set(keys)].flatMap((key) => compiled.byKey(key) ?? [])

/**
 * The answers of the flags that a request asks for. When it names keys the cost depends on those and what they depend on
 * alone, not on how many flags the project has.
 */
export function* evaluateFlagsInSlices(compiled: CompiledFlags, request: EvaluationRequest): PausingWork<FlagResults> {
  const { selection } = request
  const evaluation = startEvaluation(request)
  const flags = new Map<string, FlagResult>()
  for (const flag of requestedFlags(compiled, selection?.flagKeys)) {
    if (!flag.source.active || !isSelected(flag.source, selection)) continue
    const result = isIndependent(flag, evaluation)
      ? evaluateFlag(flag, evaluation)
      : yield* resolveDependent(compiled, flag, evaluation)
    flags.set(flag.source.key, result)
    if (isDue(evaluation)) yield
  }
  return { flags, errorsWhileComputing: evaluation.hasErrors, work: maxRequestWork - evaluation.total }
}

/** The same without pauses. */
export const evaluateFlags = (compiled: CompiledFlags, request: EvaluationRequest): FlagResults =>
  drained(evaluateFlagsInSlices(compiled, request))

/** The answer of one flag; undefined when it does not exist, is not active or is not among those that are asked for. */
export const evaluateKey = (
  compiled: CompiledFlags,
  key: string,
  request: EvaluationRequest
): FlagResult | undefined => {
  const flag = compiled.byKey(key)
  const isAsked = flag?.source.active === true && isSelected(flag.source, request.selection)
  return isAsked ? evaluateOne(compiled, flag, startEvaluation(request)) : undefined
}
