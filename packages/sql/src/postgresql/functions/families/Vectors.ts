import type { vectors as rows } from "../../../functions/families/Vectors.ts"
import { called, value } from "../../ExprRenderer.ts"
import type { Renderings } from "./Maths.ts"

/** An array of numbers; empty where an argument is NULL. */
const vector = (name: string) =>
  value((call, r) => `COALESCE(${name}(${call.args.map(r.value).join(", ")}), '{}'::float8[])`)

export const vectors: Renderings<typeof rows> = {
  L1Norm: called("hg_l1_norm"),
  L2Norm: called("hg_l2_norm"),
  LinfNorm: called("hg_linf_norm"),
  dotProduct: called("hg_dot_product"),
  powerSum: called("hg_power_sum"),
  difference: vector("hg_difference"),
  scaled: vector("hg_scaled")
}
