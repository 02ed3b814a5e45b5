import { assert, describe, it } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { TextAnswer } from "@hedgerow/core/surveys/responses/ResponseTexts"
import { tellingAnswers } from "@hedgerow/core/surveys/summaries/AnswerNoise"
import { figures } from "@hedgerow/core/surveys/summaries/Figures"
import { digestOf } from "@hedgerow/core/surveys/summaries/QuestionDigest"
import { extractive } from "@hedgerow/core/surveys/summaries/SurveySummarizer"
import { themesOf } from "@hedgerow/core/surveys/summaries/Themes"
import { Effect } from "effect"

const answersOf = (texts: ReadonlyArray<string>): ReadonlyArray<TextAnswer> =>
  texts.map((text, at) => ({ response_uuid: `r${at}`, submitted_at: (1_000 - at) as EventTime, text }))

const themes = (question: string, texts: ReadonlyArray<string>) =>
  Effect.map(
    themesOf(question, answersOf(texts)),
    (found) => found.map(({ answers, name }) => [name, answers.length] as const)
  )

const english = [
  "The onboarding docs are hard to find",
  "I could not find the onboarding docs",
  "Onboarding docs were out of date.",
  "It crashes when I export",
  "Export crashed twice on me",
  "The app crashed and my export was gone",
  "Loading is slow on my phone",
  "Slow loading of large dashboards",
  "Nothing really, I love it"
]

describe("themes of answers", () => {
  it.effect("are the phrases and words that most answers share, in any form", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* themes("What would you improve?", english), [
        ["onboarding docs", 3],
        ["crashed", 3],
        ["loading", 2]
      ])
      assert.deepStrictEqual(yield* themes("What do you think of our export?", english), [
        ["onboarding docs", 3],
        ["crashed", 3],
        ["loading", 2]
      ])
    }))

  const others: Readonly<Record<string, readonly [ReadonlyArray<string>, ReadonlyArray<readonly [string, number]>]>> = {
    German: [
      [
        "Die Rechnungen sind schwer zu finden",
        "Ich finde meine Rechnung nicht",
        "Mir fehlt eine Rechnung aus dem letzten Jahr",
        "Das ist alles viel zu langsam",
        "Die Suche ist langsam"
      ],
      [["Rechnung", 3], ["langsam", 2]]
    ],
    French: [
      ["Le chargement est trop lent", "Un chargement très long", "Je ne trouve pas la facture", "Où est ma facture ?"],
      [["chargement", 2], ["facture", 2]]
    ],
    Russian: [
      ["Очень медленная загрузка", "Загрузка иногда не работает", "Не хватает отчётов", "Нужны другие отчёты"],
      [["загрузка", 2], ["отчётов", 2]]
    ],
    Japanese: [
      ["読み込みが遅いです", "画面の読み込みに時間がかかる", "検索が使いにくい", "検索の結果が少ない"],
      [["検索", 2], ["読み込み", 2]]
    ],
    "a language without a list": [
      ["Ładowanie trwa zbyt długo", "Długie ładowanie strony", "Brak faktury", "Nie widzę faktury"],
      [["ładowanie", 2], ["faktury", 2]]
    ]
  }
  for (const [language, [texts, expected]] of Object.entries(others)) {
    it.effect(`are found in ${language}`, () =>
      Effect.gen(function*() {
        const found = yield* themes("", texts)
        const lower = (pairs: ReadonlyArray<readonly [string, number]>) =>
          new Map(pairs.map(([name, count]) => [name.toLowerCase(), count]))
        assert.deepStrictEqual(lower(found), lower(expected))
      }))
  }

  it.effect("need two answers, and of many one in twenty-five", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* themes("", ["slow search", "bad pricing", "wrong colours"]), [])
      const many = Array.from({ length: 97 }, (_, i) => `unique${i} words${i}`)
      assert.deepStrictEqual(yield* themes("", [...many, "dark mode", "a dark mode", "the dark mode"]), [])
      const [first] = yield* themes("", [...many.slice(1), "dark mode", "a dark mode", "dark mode!", "Dark mode"])
      assert.deepStrictEqual(first, ["dark mode", 4])
    }))
})

it("answers that say nothing are left out", () => {
  const texts = ["asdf", "aaaaaaaa", "....", "12345", "ux", "Pricing", "hm", "Speed", "speed!", "", "I like the charts"]
  assert.deepStrictEqual(
    tellingAnswers(answersOf(texts)).map(({ text }) => text),
    ["ux", "Pricing", "Speed", "speed!", "I like the charts"]
  )
  assert.lengthOf(tellingAnswers(answersOf(Array.from({ length: 150 }, (_, i) => `The answer number ${i}`))), 100)
})

describe("a summary that counts and quotes", () => {
  const summarize = (texts: ReadonlyArray<string>) =>
    extractive.summarizeQuestion({ question: "What would you improve?", answers: tellingAnswers(answersOf(texts)) })

  it.effect("says so, counts, and quotes an answer for each theme", () =>
    Effect.gen(function*() {
      const { generator, sources, text } = yield* summarize(english)
      assert.strictEqual(
        text,
        `9 answers; most frequent terms: **onboarding docs** (3), **crashed** (3) and **loading** (2).

- **onboarding docs**: 3 of 9 (33 %, common), with find
  > “The onboarding docs are hard to find”
  >
  > “I could not find the onboarding docs”
- **crashed**: 3 of 9 (33 %, common), with export
  > “It crashes when I export”
  >
  > “Export crashed twice on me”
- **loading**: 2 of 9 (22 %, moderate), with slow
  > “Loading is slow on my phone”

_Terms were counted and answers are quoted as they were written; no language model was asked._`
      )
      assert.deepStrictEqual(sources, ["r0", "r1", "r3", "r4", "r6"])
      assert.strictEqual(generator.kind, "extractive")
      assert.deepStrictEqual(yield* summarize(english), { generator, sources, text })
    }))

  it.effect("quotes the newest where nothing is shared", () =>
    Effect.gen(function*() {
      const { sources, text } = yield* summarize(["Cheaper plans", "Dark colours", "Faster search", "Better charts"])
      assert.include(text, "4 answers, of which no two name the same. The newest:")
      assert.include(text, "> “Faster search”")
      assert.deepStrictEqual(sources, ["r0", "r1", "r2"])
      assert.isTrue((yield* summarize(["Cheaper plans"])).text.startsWith("1 answer:"))
    }))

  it.effect("counts those who say the same in words that name nothing", () =>
    Effect.gen(function*() {
      const { sources, text } = yield* summarize(["my own", "My  own", "of them all", "my own"])
      assert.include(text, "4 answers; in the same words most often:\n\n> “my own” (3)\n\n> “of them all”\n")
      assert.deepStrictEqual(sources, ["r0", "r2"])
    }))

  it.effect("quotes no theme twice in the same words", () =>
    Effect.gen(function*() {
      const { sources, text } = yield* summarize(["Too slow", "too slow", "Too slow"])
      assert.strictEqual(text.split("“").length, 2)
      assert.lengthOf(sources, 1)
    }))

  it.effect("shows hostile answers as text, and long ones in part", () =>
    Effect.gen(function*() {
      const image = "![x](https://evil.test/?q) <img src=x> **bold** [docs](javascript:1) \0\ud800 onboarding"
      const long = `${"word ".repeat(100)}onboarding ${"more ".repeat(100)}`
      const { text } = yield* summarize([image, image, long])
      assert.include(text, "“\\!\\[x\\](https://evil.test/?q) \\<img src=x\\> \\*\\*bold\\*\\*")
      assert.notMatch(text, /[\0\ud800]/)
      assert.isBelow(text.length, 1_500)
    }))

  it.effect("reads the largest answers in turns and within bounds", () =>
    Effect.gen(function*() {
      const texts = Array.from({ length: 100 }, (_, i) => `slow ${`w${i}x `.repeat(50_000)}`)
      let turns = 0
      const counting = Effect.forever(Effect.andThen(Effect.sync(() => turns++), Effect.yieldNow))
      const { text } = yield* Effect.raceFirst(summarize(texts), Effect.andThen(counting, Effect.never))
      assert.include(text, "**slow** (100)")
      assert.isAtLeast(turns, 10)
    }))
})

it("numbers of ratings and choices are written out", () => {
  const question = {
    id: "q",
    index: 0,
    text: "How likely?",
    hasOpenChoice: true,
    choices: ["Docs", "Charts", "Other"],
    choiceTexts: [["Docs", "Handbuch"], ["Charts"], ["Other"]],
    scale: [0, 5, 10]
  }
  const given = (values: ReadonlyArray<unknown>) =>
    values.map((answer, at) => ({ response_uuid: `r${at}`, submitted_at: at as EventTime, answer }))
  const rating = digestOf({ ...question, type: "rating" }, given([9, "10", 7, 0, "x", null]))
  assert.include(
    rating?._tag === "Rating" ? figures(rating, 100) : "",
    "4 answers in the newest 100 responses; **6.5** of 10"
  )
  assert.strictEqual(
    rating?._tag === "Rating" ? figures(rating) : "",
    "4 answers; **6.5** of 10 on average. NPS **25**: 2 promoters, 1 passive, 1 detractor.\n"
      + "- 10: 1 (25 %)\n- 9: 1 (25 %)\n- 7: 1 (25 %)\n- 0: 1 (25 %)"
  )
  const chosen = digestOf(
    { ...question, type: "multiple_choice" },
    given([["Charts", "Handbuch"], ["Charts", "Mine"], []])
  )
  assert.strictEqual(
    chosen?._tag === "Choice" ? figures(chosen) : "",
    "2 answers, with the share of those who chose it:\n- Charts: 2 (100 %)\n- Docs: 1 (50 %)\n"
      + "- in their own words: 1 (50 %)"
  )
  assert.isUndefined(digestOf({ ...question, type: "link" }, given(["link clicked"])))
})
