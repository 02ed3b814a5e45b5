/** The power of a two-sided test. */
import { normalLowerTail, normalUpperTail } from "../special/Normal.ts"

/** P(|estimate| > critical standard errors), for an estimate around the effect. */
export const twoSidedPower = (effect: number, standardError: number, critical: number): number =>
  normalUpperTail(critical - effect / standardError) + normalLowerTail(-critical - effect / standardError)
