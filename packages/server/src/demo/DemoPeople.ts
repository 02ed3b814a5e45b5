import { readVariants, variantFor } from "@hedgerow/core/evaluation/FlagVariants"
import { type DemoPlan, experimentDay, experimentFlags, inviteShare, upgradeShares } from "./DemoPlan.ts"
import { type Seeded, seeded } from "./Seeded.ts"

/** Somebody who uses the product of the demo. */
export interface DemoPerson {
  readonly id: string
  readonly properties: Readonly<Record<string, string>>
  /** The day of the signup; -1 for those who were there before. */
  readonly signup: number
  /** From 0 to 1: how often they come. */
  readonly eagerness: number
  readonly browser: string
  readonly system: string
  readonly source: string
  /** The day on which the flags of both experiments were asked; the variants that they gave. */
  readonly exposure: number | undefined
  readonly variants: { readonly pricing: string; readonly sameness: string }
  readonly upgrade: number | undefined
  readonly invite: number | undefined
  /** The day of a survey, and the score from 0 to 10; undefined where nothing was answered. */
  readonly survey: { readonly day: number; readonly score: number | undefined } | undefined
}

const first = ["Ada", "Ben", "Chika", "Dalia", "Elif", "Finn", "Greta", "Hugo", "Ines", "Jun", "Kofi", "Lena"] as const
const last = ["Abara", "Berg", "Costa", "Demir", "Eriksen", "Fuchs", "Garcia", "Haddad", "Ito", "Jansen"] as const
const companies = ["acorn", "birch", "cedar", "dogwood", "elder", "fir", "hazel", "ivy"] as const
const countries = ["DE", "US", "US", "US", "GB", "FR", "NL", "BR", "IN", "JP"] as const
const browsers = ["Chrome", "Chrome", "Chrome", "Safari", "Firefox", "Edge"] as const
const systems = ["Mac OS X", "Windows", "Windows", "Linux", "iOS", "Android"] as const
const sources = ["google", "google", "newsletter", "friend", "podcast", "direct"] as const

/** Both experiments split in halves. */
export const halves = [
  { key: "control", rollout_percentage: 50 },
  { key: "test", rollout_percentage: 50 }
]

const variants = readVariants({ multivariate: { variants: halves } })

const variantOf = (flag: string, id: string): string => variants.keys[variantFor(variants, flag, id)] ?? "control"

/** Whether the one at this place among others is in the share: of any number of them it is exactly that share. */
const isInShare = (place: number, share: number): boolean => Math.floor((place + 1) * share) > Math.floor(place * share)

const surveyOf = (random: Seeded, signup: number, days: number): DemoPerson["survey"] => {
  if (random.next() > 0.25) return undefined
  const asked = Math.min(days - 1, Math.max(0, signup) + 2 + random.below(30))
  if (random.next() > 0.6) return { day: asked, score: undefined }
  return { day: asked, score: Math.min(10, 4 + random.below(5) + random.below(4)) }
}

/** The people of a plan, always the same. */
export const demoPeople = ({ days, persons, seed }: DemoPlan): ReadonlyArray<DemoPerson> => {
  const random = seeded(seed)
  const counts = new Map<string, number>()
  return Array.from({ length: persons }, (_, index): DemoPerson => {
    const id = `user-${String(index + 1).padStart(5, "0")}`
    const name = [random.pick(first), random.pick(last)] as const
    const company = random.pick(companies)
    // More come as time goes by.
    const signup = random.next() < 0.3 ? -1 : Math.floor(Math.sqrt(random.next()) * days)
    const pricing = variantOf(experimentFlags.pricing, id)
    const isExposed = signup < days - 5
    const exposure = isExposed ? Math.min(days - 4, Math.max(signup, experimentDay) + random.below(12)) : undefined
    const place = counts.get(pricing) ?? 0
    if (isExposed) counts.set(pricing, place + 1)
    const after = (share: boolean, most: number): number | undefined =>
      exposure === undefined || !share ? undefined : Math.min(days - 1, exposure + random.below(most))
    return {
      id,
      properties: {
        email: `${name.join(".")}.${index + 1}@${company}.example`.toLowerCase(),
        name: name.join(" "),
        company,
        plan: random.next() < 0.15 ? "team" : "free",
        country: random.pick(countries)
      },
      signup,
      eagerness: 0.1 + 0.9 * random.next() ** 2,
      browser: random.pick(browsers),
      system: random.pick(systems),
      source: random.pick(sources),
      exposure,
      variants: { pricing, sameness: variantOf(experimentFlags.sameness, id) },
      upgrade: after(isInShare(place, upgradeShares[pricing] ?? 0), 4),
      invite: after(random.next() < inviteShare, 4),
      survey: surveyOf(random, signup, days)
    }
  })
}
