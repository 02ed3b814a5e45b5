import { gives, type SqlGroup } from "../SqlCase.ts"

/** Values are constants, with any content. */
export const placeholderCases: SqlGroup = {
  name: "placeholders",
  project: "meadow",
  cases: [
    gives("select {text}, {count}, {half}, {yes}, {none}", [["x' or 1 = 1 --", 5, 0.5, true, null]], {
      values: { text: "x' or 1 = 1 --", count: 5, half: 0.5, yes: true, none: null }
    }),
    gives("select count() from events where event = {name} and distinct_id in {ids}", [[2]], {
      values: { name: "buy", ids: ["ann", "bobby"] }
    }),
    gives("select count() from events where event = {name}", [[0]], { values: { name: "buy' or '1' = '1" } }),
    gives("select count() from events where timestamp >= {start}", [[3]], { values: { start: "2024-11-02" } }),
    gives("select count() from events where properties.tag = {tag}", [[7]], { values: { tag: null } }),
    gives("select count() from events where {filters}", [[12]]),
    gives("select {text} like {pattern}", [[1]], { values: { text: "100% 🦊", pattern: "100\\% _" } })
  ]
}
