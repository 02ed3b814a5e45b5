import type { JsonRecord } from "../shared/JsonRecord.ts"
import { type CohortDefinition, cohortIds, type CohortIndex, type CohortLeaf, type CohortTree } from "./CohortIndex.ts"
import { isMember, type SubjectTest } from "./Evaluation.ts"
import { dependencyTest, failing, propertyTest, unreadable } from "./PropertyTests.ts"

/** The cohorts of a project as tests, each made once. */
export interface CohortTests {
  /** Whether a person is in the cohort. */
  readonly testOf: (id: number | undefined) => SubjectTest
  /** A filter on membership, in any of several cohorts when it names a list. */
  readonly membershipTest: (property: JsonRecord) => SubjectTest
}

const joined = ({ joint }: CohortTree, tests: ReadonlyArray<SubjectTest>): SubjectTest =>
  joint === "AND"
    ? (subject, evaluation) => tests.every((test) => test(subject, evaluation))
    : (subject, evaluation) => tests.some((test) => test(subject, evaluation))

const negated = (test: SubjectTest): SubjectTest => (subject, evaluation) => !test(subject, evaluation)

/** Tests over the cohorts of a book; bare dates are of the time zone. */
export const makeCohortTests = (book: CohortIndex, timeZone: string): CohortTests => {
  const tests = new Map<number, SubjectTest>()

  const leafTest = (property: JsonRecord): SubjectTest => {
    if (property["type"] === "cohort") return membershipTest(property)
    return property["type"] === "flag" ? dependencyTest(property) : propertyTest(property, timeZone)
  }

  const partTest = (part: CohortTree | CohortLeaf): SubjectTest => {
    if (!("property" in part)) return joined(part, part.parts.map(partTest))
    const test = leafTest(part.property)
    return part.property["negation"] === true ? negated(test) : test
  }

  const makeTest = ({ id, isListed, tree }: CohortDefinition): SubjectTest => {
    if (isListed) {
      return (subject, evaluation) =>
        subject.isUnread === true ? unreadable(subject, evaluation) : evaluation.request.staticCohorts.has(id)
    }
    const test = partTest(tree)
    return (subject, evaluation) => isMember(subject, evaluation, id, test)
  }

  const testOf = (id: number | undefined): SubjectTest => {
    const problem = book.problemOf(id)
    if (problem !== undefined) return failing(problem)
    const definition = book.find(id)
    if (definition === undefined) return failing("dependency_not_found_cohort")
    const test = tests.get(definition.id) ?? makeTest(definition)
    tests.set(definition.id, test)
    return test
  }

  const membershipTest = (property: JsonRecord): SubjectTest => {
    const [first, ...others] = cohortIds(property).map(testOf)
    const isIn: SubjectTest = first === undefined || others.length > 0
      ? (subject, evaluation) => [first, ...others].some((test) => test?.(subject, evaluation) === true)
      : first
    return property["operator"] === "not_in" ? negated(isIn) : isIn
  }

  return { testOf, membershipTest }
}
