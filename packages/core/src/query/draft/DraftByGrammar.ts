import { Result } from "effect"
import type { InvalidInput } from "../../shared/InvalidInput.ts"
import { assembleDraft } from "./AssembleDraft.ts"
import { changeQuery } from "./ChangeQuery.ts"
import type { Draft } from "./Draft.ts"
import { Prompt, Unclear } from "./PromptReader.ts"
import { readPrompt } from "./ReadPrompt.ts"
import { namesOf, type Vocabulary } from "./Vocabulary.ts"
import { wordsOf } from "./Words.ts"
import { writeDraft } from "./WriteDraft.ts"

const isEmpty = ({ filters, groups, hasDates, interval, limit, measure }: Draft): boolean =>
  filters.length + groups.length === 0 && !hasDates && interval === undefined && limit === undefined &&
  measure === undefined

/** Whether the prompt itself names a measure: `top 5 browsers` counts events. */
const standsAlone = ({ groups, hasSubject, isChanging, limit }: Draft, current: string | undefined): boolean =>
  current === undefined ? hasSubject || (limit !== undefined && groups.length > 0) : hasSubject && !isChanging

/**
 * The SQL for a prompt, by a grammar of such prompts and the names of the project. A prompt with a subject of its own
 * is drafted anew; others, and those with `only` or `instead`, change the current query. Nothing is guessed: an unknown
 * word makes the prompt unclear.
 */
export const draftByGrammar = (
  prompt: string,
  currentQuery: string | undefined,
  vocabulary: Vocabulary
): Result.Result<string, InvalidInput> => {
  try {
    const draft = assembleDraft(readPrompt(new Prompt(wordsOf(prompt), namesOf(vocabulary))))
    if (standsAlone(draft, currentQuery)) return Result.succeed(writeDraft(draft))
    if (isEmpty(draft) && draft.events === undefined) throw new Unclear("Nothing is asked for.")
    if (currentQuery === undefined) throw new Unclear("What is to be counted or computed is not said.")
    return Result.succeed(changeQuery(currentQuery, draft))
  } catch (failure) {
    if (failure instanceof Unclear) return Result.fail(failure.input)
    throw failure
  }
}
