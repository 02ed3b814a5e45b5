import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { askNode } from "../../api/Nodes.ts"
import { useHere } from "../../api/Project.ts"
import { whole } from "../filters/Condition.ts"
import { type Question, type Series, settingsOf, withSettings } from "./Question.ts"
import { needsProperty } from "./Words.ts"

const asked = ({ math, properties, ...rest }: Series): Series => ({
  ...rest,
  ...math === undefined || needsProperty(math) && (rest.math_property ?? "") === "" ? {} : { math },
  ...properties === undefined ? {} : { properties: whole(properties) }
})

const hasEvent = (exclusion: unknown): boolean =>
  typeof exclusion === "object" && exclusion !== null && "event" in exclusion && exclusion.event !== ""

/** A funnel without the exclusions that are being written. */
const excluding = (question: Question): Question => {
  const { exclusions } = settingsOf(question)
  return Array.isArray(exclusions) ? withSettings(question, { exclusions: exclusions.filter(hasEvent) }) : question
}

/** The question as it is asked: conditions and exclusions that are being written are left out. */
export const askedOf = (question: Question): Question => ({
  ...excluding(question),
  ...question.series === undefined ? {} : { series: question.series.map(asked) },
  ...question.properties === undefined ? {} : { properties: whole(question.properties) }
})

/** The answer to a question, which stays in sight until that of a changed one is there. */
export const useAnswer = (question: Question | undefined) => {
  const { client, project } = useHere()
  const node = question === undefined ? undefined : askedOf(question)
  return useQuery({
    queryKey: [project.id, "answer", node],
    enabled: node !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      if (node === undefined) throw new Error("There is no question.")
      return { node, answer: await askNode(client, node, { signal }) }
    }
  })
}
