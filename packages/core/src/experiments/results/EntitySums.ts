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
  /** Of each number with itself, and with each after it: the covariance (n) about their means; funnels have none. */
  readonly covariances?: ReadonlyArray<number>
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

/** The covariances of two groups as one, by the distances of their means (Chan et al. 1979). */
const covariancesOf = (one: EntitySums, other: EntitySums) => {
  const [own, others] = [one.covariances, other.covariances]
  if (own === undefined || others === undefined) {
    const known = own ?? others
    return known === undefined ? undefined : { covariances: known }
  }
  const entities = one.entities + other.entities
  const [share, rest] = [one.entities / entities, other.entities / entities]
  const apart = one.sums.map((sum, index) => sum / one.entities - (other.sums[index] ?? 0) / other.entities)
  const between = apart.flatMap((left, index) => apart.slice(index).map((right) => share * left * (rest * right)))
  return {
    covariances: between.map((distance, index) => share * (own[index] ?? 0) + rest * (others[index] ?? 0) + distance)
  }
}

const together = (one: EntitySums, other: EntitySums): EntitySums => ({
  ...one,
  entities: one.entities + other.entities,
  sums: added(one.sums, other.sums),
  products: added(one.products, other.products),
  ...covariancesOf(one, other),
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

/** A number that JSON has: the greatest stands for those beyond the range. */
const inRange = (value: number): number =>
  Number.isNaN(value) ? Number.MAX_VALUE : Math.max(-Number.MAX_VALUE, Math.min(value, Number.MAX_VALUE))

/** The counts of a variant under the names of the wire. */
export const countsOf = (sums: EntitySums, { isAdjusted, isRatio }: NumberForm): VariantCounts => {
  const numbers = (isRatio ? 2 : 1) * (isAdjusted ? 2 : 1)
  const sum = (index: number) => inRange(sums.sums[index] ?? 0)
  const product = (one: number, other: number) => inRange(sums.products[productAt(numbers, one, other)] ?? 0)
  const covariate = isRatio ? 2 : 1
  return {
    key: sums.variant,
    number_of_samples: sums.entities,
    sum: sum(0),
    sum_squares: product(0, 0),
    ...(sums.minimum === undefined ? undefined : { minimum: inRange(sums.minimum) }),
    ...(sums.covariances === undefined ? undefined : { covariances: sums.covariances.map(inRange) }),
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
