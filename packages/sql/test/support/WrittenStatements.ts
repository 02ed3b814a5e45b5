/** A small generator of numbers, so that a seed determines a text. */
const randomFrom = (seed: number) => {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const pick = (items: ReadonlyArray<string>): string => items[below(items.length)] ?? ""
  return { below, pick }
}

const atoms = (
  "event a b.c properties.$browser properties.a.b e.properties.x timestamp person.id person_id 1 0 2.5 -3 1e5 'x' 'it''s' "
  + "'50%' '' null true false {x} {filters} now() count() count(*)"
).split(" ")
const binary = "+ - * / % || ?? = == != <> < <= > >= like ilike =~ !~ ~* and or".split(" ")
const functions = "lower toInt if coalesce uniq max arrayMap toDate f".split(" ")

type Random = ReturnType<typeof randomFrom>

const value = (random: Random, depth: number): string => {
  const inner = (): string => expression(random, depth - 1)
  const some = (most: number): string => Array.from({ length: 1 + random.below(most) }, inner).join(", ")
  switch (random.below(14)) {
    case 0:
      return `${random.pick(functions)}(${some(3)})`
    case 1:
      return `(${inner()})`
    case 2:
      return `[${some(3)}]`
    case 3:
      return `(${inner()}, ${inner()})`
    case 4:
      return `case when ${inner()} then ${inner()} else ${inner()} end`
    case 5:
      return `case ${inner()} when ${inner()} then ${inner()} end`
    case 6:
      return `cast(${inner()} as String)`
    case 7:
      return `(select ${inner()} from events)`
    case 8:
      return `arrayMap(x -> ${inner()}, ${inner()})`
    case 9:
      return `sum(${inner()}) over (partition by ${inner()} order by ${inner()} desc)`
    case 10:
      return `quantile(0.9)(${inner()})`
    case 12:
      return `[${some(2)}][${random.pick(["", inner()])}:${random.pick(["", inner()])}]`
    case 11:
      return `interval ${1 + random.below(9)} day`
    default:
      return random.pick(atoms)
  }
}

/** An expression of forms that both grammars have. */
const expression = (random: Random, depth: number): string => {
  if (depth <= 0) return random.pick(atoms)
  const inner = (): string => value(random, depth - 1)
  switch (random.below(9)) {
    case 0:
    case 1:
      return `${inner()} ${random.pick(binary)} ${inner()}`
    case 2:
      return `${inner()} ${random.pick(binary)} ${inner()} ${random.pick(binary)} ${inner()}`
    case 3:
      return `not ${inner()}`
    case 4:
      return `${inner()} ${random.pick(["in", "not in"])} (${inner()}, ${inner()})`
    case 5:
      return `${inner()} is ${random.pick(["", "not "])}null`
    case 6:
      return `${inner()} between ${inner()} and ${inner()}`
    case 7:
      return `${inner()} ? ${inner()} : ${inner()}`
    default:
      return inner()
  }
}

const select = (random: Random, depth: number): string => {
  const one = (): string => expression(random, depth)
  const maybe = (text: () => string): string => random.below(3) === 0 ? ` ${text()}` : ""
  const from = random.pick(["events", "events e", "events as e", "(select 1 as a) t", "persons p"])
  const join = maybe(() => `${random.pick(["left", "inner", "full"])} join groups g on ${one()}`)
  const starred = maybe(() =>
    random.pick(["columns('e'),", "columns(a, b.c),", "columns(* exclude (a)),", "* exclude (a),"])
  )
  return `select${maybe(() => "distinct")}${starred} ${one()}, ${one()} as n from ${from}${join}`
    + maybe(() => `where ${one()}`) + maybe(() => `group by ${one()}`) + maybe(() => `having ${one()}`)
    + maybe(() => `qualify ${one()}`)
    + maybe(() => `order by ${one()} desc, ${one()}`) + maybe(() => `limit ${1 + random.below(9)}`)
}

/** A statement of forms that both grammars have, damaged now and then by a word that is gone. */
export const writtenStatement = (seed: number): string => {
  const random = randomFrom(seed)
  const whole = random.below(4) === 0
    ? `with q as (${select(random, 1)}) ${select(random, 2)}`
    : random.below(5) === 0
    ? `(${select(random, 1)}) union all (${select(random, 1)})`
    : select(random, 2)
  if (random.below(8) !== 0) return whole
  const words = whole.split(" ")
  words.splice(random.below(words.length), 1)
  return words.join(" ")
}
