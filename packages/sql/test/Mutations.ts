import { assert, it } from "@effect/vitest"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { Result } from "effect"
import { agreed } from "./support/Corpus.ts"
import { moreStatements } from "./support/MoreStatements.ts"

const corpus = [...agreed, ...moreStatements]

/** Words, signs and characters that a text may get anywhere. */
const tokens = (
  "select from where group by having qualify order limit offset with as and or not in is null between like case when end "
  + "cast over window union all except intersect array join on using columns interval ( ) [ ] { } , . ; : :: ? ?. ?? -> = == "
  + "!= < >= + - * / % || ~ !~* ' \" ` f' -- // /* */ \\ @ # $ ! & | ^ 0x1F 1e400 .5 inf x 'a' `b` <a/>"
).split(" ")

const characters = [
  "\u0000",
  "\n",
  "\t",
  "\u00a0",
  "\u{1f98a}",
  "\ud83e",
  "\udd8a",
  "\u202e",
  "\ufeff",
  "\u00e9",
  "'",
  "\\"
]

/** A small generator of numbers, so that a seed determines a text. */
const randomFrom = (seed: number) => {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  return { below, pick: (items: ReadonlyArray<string>): string => items[below(items.length)] ?? "" }
}

type Random = ReturnType<typeof randomFrom>

const inserted = (random: Random, text: string, more: string): string => {
  const at = random.below(text.length + 1)
  return text.slice(0, at) + more + text.slice(at)
}

/** The text with one change. */
const changed = (random: Random, text: string): string => {
  const words = text.split(" ")
  const [one, other] = [random.below(words.length), random.below(words.length)]
  switch (random.below(7)) {
    case 0:
      return words.toSpliced(one, 1).join(" ")
    case 1:
      return words.with(one, words[other] ?? "").with(other, words[one] ?? "").join(" ")
    case 2:
      return words.toSpliced(one, 0, random.pick(tokens)).join(" ")
    case 3:
      return words.toSpliced(one, 1 + random.below(3), ...random.pick(corpus).split(" ").slice(other, other + 6)).join(
        " "
      )
    case 4:
      return inserted(random, text, random.pick(characters))
    case 5:
      return inserted(random, text, random.pick(tokens))
    default:
      return text.slice(0, random.below(text.length + 1)) + text.slice(random.below(text.length + 1))
  }
}

const mutation = (seed: number): string => {
  const random = randomFrom(seed * 7919)
  let text = random.pick(corpus)
  for (let changes = 1 + random.below(4); changes > 0; changes--) text = changed(random, text)
  return text
}

/** Tests that damaged statements are read, or refused at a place in them. */
export const mutationsAreRead = (count: number): void => {
  it(`${count} damaged statements have a tree, or a mistake at a place inside of them`, () => {
    let read = 0
    for (let seed = 1; seed <= count; seed++) {
      const sql = mutation(seed)
      const { end, start } = Result.match(parseStatement(sql), {
        onFailure: (failure) => failure,
        onSuccess: (statement) => {
          read++
          return statement
        }
      })
      assert.isTrue(start >= 0 && start <= end && end <= sql.length, JSON.stringify(sql))
    }
    assert.isAbove(read, count / 20)
    assert.isBelow(read, count * 0.9)
  })
}
