import type { json as rows } from "../../../functions/families/Json.ts"
import { argument } from "../../../plan/PlanWalk.ts"
import { called, test, value, valueOf } from "../../ExprRenderer.ts"
import type { Renderings } from "./Maths.ts"
import { texts } from "./Search.ts"

export const json: Renderings<typeof rows> = {
  isValidJSON: test((a) => `pg_input_is_valid(${a}, 'json')`),
  toDocument: called("hg_to_document"),
  jsonRaw: value((call, r) => `hg_json_raw(${r.value(argument(call, 0))}, ${r.value(argument(call, 1))})`),
  jsonOfText: valueOf((a) => `to_json(${a}::text)::text`),
  jsonText: called("hg_raw_text"),
  jsonLength: called("hg_json_length"),
  jsonKeys: texts((a) => `hg_json_keys(${a})`),
  jsonMembers: texts((a) => `hg_json_members(${a})`)
}
