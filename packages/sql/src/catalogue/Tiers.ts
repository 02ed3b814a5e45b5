import type { Example, ParameterType } from "../functions/Signature.ts"
import { arrayOf, scalar, type SqlType } from "../types/SqlType.ts"

/** Names of the reference dialect that no engine has here, and why. */
export const nowhere: Readonly<Record<string, string>> = {
  convertCharset: "texts are in UTF-8 everywhere",
  rand: "the same query has the same answer each time",
  convertCurrency: "there are no exchange rates here"
}

/** A function that ClickHouse has and other engines have not: it is called as it is. */
export interface NativeRow {
  readonly takes: ReadonlyArray<ParameterType>
  /** The last parameter may be given any number of times more. */
  readonly repeats?: true
  /** The number of last parameters that are optional. */
  readonly optional?: number
  readonly gives: SqlType
  readonly result: string
  readonly meaning: string
  readonly example: Example
}

const float = scalar("Float64")
const fourNumbers = ["float", "float", "float", "float"] as const

const ofPlaces = (meaning: string, example: Example): NativeRow => ({
  takes: fourNumbers,
  gives: float,
  result: "Float64",
  meaning,
  example
})

const fuzzyMatch = (name: string, gives: SqlType, result: string, meaning: string, answer: Example[1]): NativeRow => ({
  takes: ["text", "whole", "texts"],
  gives,
  result,
  meaning: `${meaning} of the patterns c ${
    meaning.startsWith("one") ? "is" : "are"
  } found with at most b characters changed`,
  example: [`${name}('abcd', 1, ['abxd', 'zzzz'])`, answer]
})

const fuzzy: Readonly<Record<string, NativeRow>> = {
  multiFuzzyMatchAny: fuzzyMatch("multiFuzzyMatchAny", scalar("UInt8"), "UInt8", "one", 1),
  multiFuzzyMatchAnyIndex: fuzzyMatch("multiFuzzyMatchAnyIndex", scalar("UInt64"), "UInt64", "which", 1),
  multiFuzzyMatchAllIndices: fuzzyMatch("multiFuzzyMatchAllIndices", arrayOf(scalar("UInt64")), "Array", "which", [1])
}

const hash = (takes: ParameterType, of: string, example: Example): NativeRow => ({
  takes: [takes],
  repeats: true,
  gives: scalar("Unsigned"),
  result: "UInt64",
  meaning: `a hash of ${of}, of several values one of all`,
  example
})

const hashes: Readonly<Record<string, NativeRow>> = {
  cityHash64: hash("value", "a text, an integer, a float, a UUID, a date or a time", [
    "cityHash64('a')",
    2603192927274642682n
  ]),
  sipHash64: hash("text", "the bytes of a text", ["sipHash64('a')", 10863254463029944905n]),
  xxHash64: hash("text", "the bytes of a text", ["xxHash64('a')", 15154266338359012955n])
}

/** The functions that only ClickHouse has. */
export const clickHouseOnly: Readonly<Record<string, NativeRow>> = {
  geoDistance: ofPlaces("metres between two places on the ellipsoid WGS-84", ["round(geoDistance(0, 0, 0, 0))", 0]),
  geohashesInBox: {
    takes: [...fourNumbers, "whole"],
    gives: arrayOf(scalar("String")),
    result: "Array",
    meaning: "the geohashes of e characters between two corners",
    example: ["geohashesInBox(0, 0, 1, 1, 1)", ["s"]]
  },
  ...fuzzy,
  ...hashes,
  extractTextFromHTML: {
    takes: ["text"],
    gives: scalar("String"),
    result: "String",
    meaning: "the text of HTML without tags, comments and scripts",
    example: ["extractTextFromHTML('<p>a</p>')", "a"]
  }
}

/** The functions that only ClickHouse has. */
export const nativeNames: ReadonlySet<string> = new Set(Object.keys(clickHouseOnly))
