import { closestName } from "@hedgerow/sql/planning/ClosestName"
import { shownText } from "@hedgerow/sql/types/ShownText"
import { SchemaAST, SchemaIssue } from "effect"
import { type InputCode, type InputIssue, InvalidInput, maxIssues } from "./InvalidInput.ts"

const extra = "Extra inputs are not permitted"
const required = "This field is required."

/** Between a message and the names that would be known in its place. */
const separator = "\u0000"

const namesOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []

/** The leaf of an unknown key knows the names beside it; what the key is, is known by the path alone. */
const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    switch (issue._tag) {
      case "UnexpectedKey":
        return [extra, ...namesOf(issue.ast)].join(separator)
      case "MissingKey":
        return required
      default:
        return SchemaIssue.defaultLeafHook(issue)
    }
  }
})

const codeOf = (message: string): InputCode => {
  if (message === extra) return "extra_forbidden"
  return message === required ? "required" : "invalid_input"
}

const keyOf = (segment: PropertyKey | { readonly key: PropertyKey }): string | number => {
  const key = typeof segment === "object" ? segment.key : segment
  return typeof key === "number" ? key : shownText(String(key))
}

/** The most characters of a reported issue: a body of unknown fields would be repeated whole. */
const maxMessageLength = 500

/** The input errors that a schema's issue stands for, their paths beginning with `at`. */
export const toInvalidInput = (issue: SchemaIssue.Issue, at: ReadonlyArray<string>): InvalidInput => {
  const issues = format(issue).issues.slice(0, maxIssues).map(({ message: given, path = [] }): InputIssue => {
    const [message = "", ...names] = given.split(separator)
    const keys = path.map(keyOf)
    const meant = names.length === 0 ? undefined : closestName(String(keys.at(-1)), names)
    const found: InputIssue = {
      path: [...at, ...keys],
      code: codeOf(message),
      message: shownText(message, maxMessageLength)
    }
    return meant === undefined ? found : Object.assign({}, found, { hint: `Did you mean '${meant}'?` })
  })
  const [first = { path: at, code: "invalid_input", message: "Invalid input." }, ...rest] = issues
  return new InvalidInput({ issues: [first, ...rest] })
}
