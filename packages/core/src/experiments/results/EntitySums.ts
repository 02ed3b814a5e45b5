/** Sums over the entities of a variant, and the counts that statistics are computed from. */
import type { VariantCounts } from "@hedgerow/statistics/engine/VariantCounts"

/** The sums of one variant and of one value to cut by. */
export interface EntitySums {
  readonly variant: string
  readonly breakdown: ReadonlyArray<string>
  readonly entities: number
  /** Of each number of an entity. */
  readonly sums: ReadonlyArray<number>
  /** Of each number times itself, and times each after it. */
  readonly products: ReadonlyArray<number>
  /** The least first number of an entity; funnels have none. */
  readonly minimum?: number
  /** Of a funnel: the number of entities that reached each step. */
  readonly step_counts?: ReadonlyArray<number>
}

const added = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): ReadonlyArray<number> =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, index) => (one[index] ?? 0) + (other[index] ?? 0))

const leastOf = (one: EntitySums, other: EntitySums) => {
  const known = [one.minimum, other.minimum].filter((minimum) => minimum !== undefined)
  return known.length === 0 ? undefined : { minimum: Math.min(...known) }
}

const together = (one: EntitySums, other: EntitySums): EntitySums => ({
  ...one,
  entities: one.entities + other.entities,
  sums: added(one.sums, other.sums),
  products: added(one.products, other.products),
  ...leastOf(one, other),
  ...(one.step_counts === undefined && other.step_counts === undefined ? undefined : {
    step_counts: added(one.step_counts ?? [], other.step_counts ?? [])
  })
})

/** The sums of one variant over all its breakdown values; zeros where no entity was exposed to it. */
export const sumsOfVariant = (all: ReadonlyArray<EntitySums>, variant: string): EntitySums =>
  all.filter((one) => one.variant === variant).reduce(together, {
    variant,
    breakdown: [],
    entities: 0,
    sums: [],
    products: []
  })

/** The numbers of each entity: a ratio has a numerator and a denominator, an adjusted metric its covariates after them. */
export interface NumberForm {
  readonly isRatio: boolean
  readonly isAdjusted: boolean
}

/** The index of the product of two numbers among those of all pairs. */
const productAt = (numbers: number, one: number, other: number): number =>
  one * numbers - one * (one - 1) / 2 + (other - one)

/** The counts of a variant under the names of the wire. */
export const countsOf = (sums: EntitySums, { isAdjusted, isRatio }: NumberForm): VariantCounts => {
  const numbers = (isRatio ? 2 : 1) * (isAdjusted ? 2 : 1)
  const sum = (index: number) => sums.sums[index] ?? 0
  const product = (one: number, other: number) => sums.products[productAt(numbers, one, other)] ?? 0
  const covariate = isRatio ? 2 : 1
  return {
    key: sums.variant,
    number_of_samples: sums.entities,
    sum: sum(0),
    sum_squares: product(0, 0),
    ...(sums.minimum === undefined ? undefined : { minimum: sums.minimum }),
    ...(isRatio ?
      {
        denominator_sum: sum(1),
        denominator_sum_squares: product(1, 1),
        numerator_denominator_sum_product: product(0, 1)
      } :
      undefined),
    ...(isAdjusted ?
      {
        covariate_sum: sum(covariate),
        covariate_sum_squares: product(covariate, covariate),
        covariate_sum_product: product(0, covariate)
      } :
      undefined),
    ...(isAdjusted && isRatio ?
      {
        covariate_denominator_sum: sum(3),
        covariate_denominator_sum_squares: product(3, 3),
        covariate_numerator_denominator_sum_product: product(2, 3),
        denominator_covariate_denominator_sum_product: product(1, 3),
        numerator_covariate_denominator_sum_product: product(0, 3),
        denominator_covariate_sum_product: product(1, 2)
      } :
      undefined)
  }
}
