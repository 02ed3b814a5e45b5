/** The size of a demo and what it is made of: the same plan makes the same events. */
export interface DemoPlan {
  readonly seed: number
  readonly persons: number
  readonly events: number
  readonly days: number
  /** The first day, as midnight in UTC. */
  readonly start: number
}

/** Milliseconds of a day. */
export const day = 86_400_000

/** The sizes to choose from. */
export const demoSizes = {
  small: { persons: 1_000, events: 20_000, days: 90 },
  large: { persons: 5_000, events: 200_000, days: 90 }
} as const

/** The first day whose people can be in the experiments. */
export const experimentDay = 45

/** The share of people who upgrade, by variant of the experiment: a lift of 50 %. */
export const upgradeShares: Readonly<Record<string, number>> = { control: 0.2, test: 0.3 }

/** The share of people who invite somebody, in every variant of the A/A test. */
export const inviteShare = 0.35

/** The flags that decide the two experiments. */
export const experimentFlags = { pricing: "yearly-pricing", sameness: "a-a-check" } as const

const form = /seed (\d+), (\d+) persons, (\d+) events, (\d+) days from (\d{4}-\d{2}-\d{2})/

/** The plan in words, from which it can be read again. */
export const planText = ({ days, events, persons, seed, start }: DemoPlan): string =>
  `seed ${seed}, ${persons} persons, ${events} events, ${days} days from ${new Date(start).toISOString().slice(0, 10)}`

/** The plan of such words. */
export const readPlan = (text: string): DemoPlan | undefined => {
  const [, seed, persons, events, days, start] = form.exec(text) ?? []
  if (start === undefined) return undefined
  return {
    seed: Number(seed),
    persons: Number(persons),
    events: Number(events),
    days: Number(days),
    start: Date.parse(`${start}T00:00:00Z`)
  }
}
