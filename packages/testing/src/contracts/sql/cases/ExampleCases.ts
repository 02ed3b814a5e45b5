import { examples } from "@hedgerow/core/query/sql/catalogue/Examples"
import { gives, type SqlGroup } from "../SqlCase.ts"

/** What the documentation shows of each function, over one event. */
export const exampleCases: SqlGroup = {
  name: "examples of functions",
  project: "meadow",
  cases: Object.values(examples).map(([expression, answer]) =>
    gives(`select ${expression} from events where properties.n = '1'`, [[answer]])
  )
}
