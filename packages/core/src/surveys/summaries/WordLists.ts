import { stemmer as arabicStem } from "@orama/stemmers/arabic"
import { stemmer as bulgarianStem } from "@orama/stemmers/bulgarian"
import { stemmer as danishStem } from "@orama/stemmers/danish"
import { stemmer as dutchStem } from "@orama/stemmers/dutch"
import { stemmer as englishStem } from "@orama/stemmers/english"
import { stemmer as finnishStem } from "@orama/stemmers/finnish"
import { stemmer as frenchStem } from "@orama/stemmers/french"
import { stemmer as germanStem } from "@orama/stemmers/german"
import { stemmer as greekStem } from "@orama/stemmers/greek"
import { stemmer as hungarianStem } from "@orama/stemmers/hungarian"
import { stemmer as italianStem } from "@orama/stemmers/italian"
import { stemmer as norwegianStem } from "@orama/stemmers/norwegian"
import { stemmer as portugueseStem } from "@orama/stemmers/portuguese"
import { stemmer as romanianStem } from "@orama/stemmers/romanian"
import { stemmer as russianStem } from "@orama/stemmers/russian"
import { stemmer as spanishStem } from "@orama/stemmers/spanish"
import { stemmer as swedishStem } from "@orama/stemmers/swedish"
import { stemmer as turkishStem } from "@orama/stemmers/turkish"
import { stemmer as ukrainianStem } from "@orama/stemmers/ukrainian"
import { stopwords as arabic } from "@orama/stopwords/arabic"
import { stopwords as bulgarian } from "@orama/stopwords/bulgarian"
import { stopwords as danish } from "@orama/stopwords/danish"
import { stopwords as dutch } from "@orama/stopwords/dutch"
import { stopwords as english } from "@orama/stopwords/english"
import { stopwords as finnish } from "@orama/stopwords/finnish"
import { stopwords as french } from "@orama/stopwords/french"
import { stopwords as german } from "@orama/stopwords/german"
import { stopwords as greek } from "@orama/stopwords/greek"
import { stopwords as hungarian } from "@orama/stopwords/hungarian"
import { stopwords as italian } from "@orama/stopwords/italian"
import { stopwords as japanese } from "@orama/stopwords/japanese"
import { stopwords as chinese } from "@orama/stopwords/mandarin"
import { stopwords as norwegian } from "@orama/stopwords/norwegian"
import { stopwords as portuguese } from "@orama/stopwords/portuguese"
import { stopwords as romanian } from "@orama/stopwords/romanian"
import { stopwords as russian } from "@orama/stopwords/russian"
import { stopwords as spanish } from "@orama/stopwords/spanish"
import { stopwords as swedish } from "@orama/stopwords/swedish"
import { stopwords as turkish } from "@orama/stopwords/turkish"
import { stopwords as ukrainian } from "@orama/stopwords/ukrainian"

/** The words of a language that carry no meaning by themselves, and the stem that forms of a word share. */
export class Language {
  readonly stem: (word: string) => string
  readonly #words: ReadonlyArray<string>
  #stopWords: ReadonlySet<string> | undefined

  constructor(words: ReadonlyArray<string>, stem: (word: string) => string, fillers: string) {
    this.stem = stem
    this.#words = [...words, ...fillers.split(" ")]
  }

  /** Made when it is first asked for: most servers never read an answer in most languages. */
  get stopWords(): ReadonlySet<string> {
    return this.#stopWords ??= new Set(this.#words.map((word) => word.toLowerCase()))
  }
}

const asItIs = (word: string): string => word

/** Words that answers to surveys are full of, and that no list of grammar has. */
const fillers = {
  en: "also bit could get gets give got just like lot lots make makes many maybe much need needs nothing please really "
    + "thing things think use used using want wish would yes",
  de: "bitte etwas gerne mal mehr nichts schon vielleicht viel viele",
  fr: "aussi bien faire fait plus très trop",
  es: "más muy mucho nada poco también",
  nl: "beetje graag niets wel"
}

const language = (words: ReadonlyArray<string>, stem = asItIs, filler = ""): Language =>
  new Language(words, stem, filler)

/** The languages that answers are read in, those of most words first. Others are read word by word. */
export const languages: ReadonlyArray<Language> = [
  language(english, englishStem, fillers.en),
  language(german, germanStem, fillers.de),
  language(french, frenchStem, fillers.fr),
  language(spanish, spanishStem, fillers.es),
  language(portuguese, portugueseStem),
  language(italian, italianStem),
  language(dutch, dutchStem, fillers.nl),
  language(swedish, swedishStem),
  language(danish, danishStem),
  language(norwegian, norwegianStem),
  language(finnish, finnishStem),
  language(russian, russianStem),
  language(ukrainian, ukrainianStem),
  language(bulgarian, bulgarianStem),
  language(hungarian, hungarianStem),
  language(romanian, romanianStem),
  language(turkish, turkishStem),
  language(greek, greekStem),
  language(arabic, arabicStem),
  language(japanese),
  language(chinese)
]

/** Any other language. */
export const unknownLanguage: Language = language([])
