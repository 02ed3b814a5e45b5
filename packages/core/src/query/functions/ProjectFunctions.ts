import { makeCatalogue } from "@hedgerow/sql/catalogue/Catalogue"
import { entriesOfCompositions, examplesOfCompositions } from "@hedgerow/sql/catalogue/Composed"
import type { Example } from "@hedgerow/sql/functions/Signature"
import type { Functions } from "@hedgerow/sql/planning/Planning"
import { actionFunction, matchesAction, type NamedAction } from "./ActionFunctions.ts"
import { channels } from "./ChannelFunctions.ts"
import { surveys } from "./SurveyFunctions.ts"

/** The functions of statements over a project: the dialect, and what is known of channels, surveys and actions. */
export const projectFunctions = makeCatalogue({
  [actionFunction]: matchesAction([]),
  ...entriesOfCompositions(channels),
  ...surveys
})

/** The same with these actions. */
export const functionsWith = (actions: ReadonlyArray<NamedAction>): Functions => {
  const entry = matchesAction(actions)
  return { ...projectFunctions, find: (name) => name === actionFunction ? entry : projectFunctions.find(name) }
}

/** Examples of the functions beside the dialect, over an event that is none of a survey's, and one of the action Opened. */
export const projectExamples: Readonly<Record<string, Example>> = {
  ...examplesOfCompositions(channels),
  matchesAction: ["matchesAction('Opened')", 1],
  getSurveyResponse: ["getSurveyResponse(0, 'why', true)", []],
  uniqueSurveySubmissionsFilter: ["uniqueSurveySubmissionsFilter('019db675-8574-0000-7bcd-8b96a8c4437d')", 0]
}
