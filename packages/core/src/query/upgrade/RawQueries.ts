import { type Migration, without } from "./Migration.ts"

const formerNames = ["skipDirectHogQL", "runDirectly"]

/** `skipDirectHogQL` and `runDirectly` of SQL nodes are `sendRawQuery`, which wins where both are given. */
export const nameRawQueries: Migration = (node) =>
  formerNames.reduce((named, former) => {
    if (!(former in named)) return named
    const rest = without(named, former)
    return "sendRawQuery" in rest ? rest : { ...rest, sendRawQuery: named[former] }
  }, node)
