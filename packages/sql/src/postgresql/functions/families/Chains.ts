import type { chains as rows } from "../../../functions/families/Chains.ts"
import { called, value } from "../../ExprRenderer.ts"
import type { Renderings } from "./Maths.ts"

export const chains: Renderings<typeof rows> = {
  funnelTimes: value((call, r) => `COALESCE(hg_funnel_times(${call.args.map(r.value).join(", ")}), '{}'::int8[])`),
  funnelTies: called("hg_funnel_ties")
}
