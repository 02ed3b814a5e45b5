import type { Operation } from "../client/ContractDocument.ts"
import type { Dialect } from "./Dialects.ts"
import type { Example } from "./Examples.ts"
import { steps } from "./Steps.ts"

/** A program that gives every example of the documentation the type that a client has for it. */
export const examplesProgram = (dialect: Dialect, examples: ReadonlyArray<Example>): string => {
  const lines = examples.map(({ body, from, operation }, at) =>
    `// ${from}, ${operation.id}\nexport const example${at}: ${dialect.bodyType(operation)} = ${JSON.stringify(body)}`
  )
  return `${dialect.head(false)}\n${lines.join("\n")}\n`
}

/** A program that makes the calls of all steps, and prints their number. */
export const callsProgram = (dialect: Dialect, operations: ReadonlyArray<Operation>): string => {
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const lines = steps.map(({ as, body, operation, path = {}, query }) => {
    const target = byId.get(operation)
    if (target === undefined) throw new Error(`The document has no operation ${operation}.`)
    const places = target.path.includes("{project_id}") ? { project_id: "\"1\"", ...path } : path
    const call = dialect.call(target, {
      path: places,
      ...query === undefined ? undefined : { query },
      ...body === undefined ? undefined : { body }
    })
    return `${as === undefined ? "" : `const ${as} = `}await ${call}\ncalls++`
  })
  return `${dialect.head(true)}\nlet calls = 0\n${lines.join("\n")}\nconsole.log(calls)\n`
}
