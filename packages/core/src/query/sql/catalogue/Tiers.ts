import { arrayOf, scalar, type SqlType } from "../SqlType.ts"
import type { Example, ParameterType } from "./Signature.ts"

/** Names of the reference dialect that no engine has here, and why. */
export const nowhere: Readonly<Record<string, string>> = {
  convertCharset: "texts are in UTF-8 everywhere",
  rand: "the same query has the same answer each time",
  convertCurrency: "there are no exchange rates here"
}

/** A function that ClickHouse has and other engines have not: it is called as it is. */
export interface NativeRow {
  readonly takes: ReadonlyArray<ParameterType>
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

const hash = (name: string, answer: bigint): readonly [string, NativeRow] => [name, {
  takes: ["text"],
  gives: scalar("Unsigned"),
  result: "UInt64",
  meaning: "a hash of the bytes of a text",
  example: [`${name}('a')`, answer]
}]

const hashes: Readonly<Record<string, NativeRow>> = Object.fromEntries([
  hash("cityHash64", 2603192927274642682n),
  hash("sipHash64", 10863254463029944905n),
  hash("xxHash64", 15154266338359012955n)
])

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
