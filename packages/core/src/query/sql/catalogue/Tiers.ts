import { arrayOf, scalar, type SqlType, tupleOf } from "../SqlType.ts"
import type { Example, ParameterType } from "./Signature.ts"

/** Names of the reference dialect that no engine has here, and why. */
export const nowhere: Readonly<Record<string, string>> = {
  convertCharset: "texts are in UTF-8 everywhere"
}

/** A function that ClickHouse has and other engines have not: it is called as it is. */
export interface NativeRow {
  readonly takes: ReadonlyArray<ParameterType>
  /** How many of the last parameters may be left out. */
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

const similarity = (meaning: string, example: Example): NativeRow => ({
  takes: ["text", "constant"],
  gives: float,
  result: "Float64",
  meaning,
  example
})

/** The functions that only ClickHouse has. */
export const clickHouseOnly: Readonly<Record<string, NativeRow>> = {
  greatCircleDistance: ofPlaces("metres between two places (longitude, latitude) on a sphere", [
    "round(greatCircleDistance(0, 0, 0, 0))",
    0
  ]),
  geoDistance: ofPlaces("metres between two places on the ellipsoid WGS-84", ["round(geoDistance(0, 0, 0, 0))", 0]),
  greatCircleAngle: ofPlaces("degrees between two places on a sphere", ["round(greatCircleAngle(0, 0, 45, 0))", 45]),
  geohashEncode: {
    takes: ["float", "float", "whole"],
    optional: 1,
    gives: scalar("String"),
    result: "String",
    meaning: "the geohash of a place (longitude, latitude), of c characters",
    example: ["geohashEncode(0, 0, 4)", "s000"]
  },
  geohashDecode: {
    takes: ["text"],
    gives: tupleOf([float, float]),
    result: "Tuple",
    meaning: "longitude and latitude of a geohash",
    example: ["tupleElement(geohashDecode('s'), 1) > 0", 1]
  },
  geohashesInBox: {
    takes: [...fourNumbers, "whole"],
    gives: arrayOf(scalar("String")),
    result: "Array",
    meaning: "the geohashes of e characters between two corners",
    example: ["geohashesInBox(0, 0, 1, 1, 1)", ["s"]]
  },
  ngramDistance: similarity("how different two texts are, from 0 to 1, by their parts of four bytes", [
    "ngramDistance('abcd', 'abcd')",
    0
  ]),
  ngramSearch: similarity("how much of b is in a, from 0 to 1, by its parts of four bytes", [
    "ngramSearch('abcd', 'abcd')",
    1
  ]),
  extractTextFromHTML: {
    takes: ["text"],
    gives: scalar("String"),
    result: "String",
    meaning: "the text of HTML without tags, comments and scripts",
    example: ["extractTextFromHTML('<p>a</p>')", "a"]
  }
}

/** What engines other than ClickHouse lack. */
export const nativeNames: ReadonlySet<string> = new Set(Object.keys(clickHouseOnly))
