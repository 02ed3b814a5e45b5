import { byCount, type Macro, macro } from "../Macro.ts"

const part = (parameters: string, as: string): Macro => macro(parameters, "Map", "", as, ["1", 1])

/** The parts of the functions below. */
export const mapParts: Readonly<Record<string, Macro>> = {
  // Keys of two maps may be numbers of two types.
  found: part("map, any", "mapValues(a)[indexOf(mapKeys(a), b)]"),
  chosen: part(
    "array, map",
    "mapFromArrays(_at(mapKeys(b), arrayFilter(i -> a[i] = 1, _upTo(length(a)))), "
      + "_at(mapValues(b), arrayFilter(i -> a[i] = 1, _upTo(length(a)))))"
  ),
  mapOf: part("array", "mapFromArrays(arrayMap(t -> tupleElement(t, 1), a), arrayMap(t -> tupleElement(t, 2), a))"),
  sumsOf: part("array, map, map", "mapFromArrays(a, arrayMap(k -> _found(b, k) + _found(c, k), a))"),
  differencesOf: part("array, map, map", "mapFromArrays(a, arrayMap(k -> _found(b, k) - _found(c, k), a))"),
  populated: part(
    "map, any, any",
    "mapFromArrays(_series(b, if(length(a) = 0, 0, c - b + 1), 1), "
      + "arrayMap(k -> _found(a, k), _series(b, if(length(a) = 0, 0, c - b + 1), 1)))"
  )
}

const map = (parameters: string, meaning: string, as: Macro["as"], example: Macro["example"]): Macro =>
  macro(parameters, "Map", meaning, as, example)

const keysOfBoth = "arraySort(arrayDistinct(arrayConcat(mapKeys(a), mapKeys(b))))"

/** Functions of maps composed of others. */
export const composedMaps: Readonly<Record<string, Macro>> = {
  mapContains: macro("map, any", "UInt8", "the map has the key", "has(mapKeys(a), b)", [
    "mapContains(map('a', 1), 'a')",
    1
  ]),
  mapContainsKeyLike: macro(
    "map, text",
    "UInt8",
    "the map has a key like b",
    "length(arrayFilter(k -> k like b, mapKeys(a))) > 0",
    ["mapContainsKeyLike(map('ab', 1), 'a%')", 1]
  ),
  mapExtractKeyLike: map(
    "map, text",
    "the pairs with keys like b",
    "_chosen(arrayMap(k -> if(k like b, 1, 0), mapKeys(a)), a)",
    ["mapKeys(mapExtractKeyLike(map('ab', 1, 'c', 2), 'a%'))", ["ab"]]
  ),
  mapFilter: map(
    "lambda, map",
    "the pairs for whose key and value the lambda holds",
    "_chosen(arrayMap(x -> if(x, 1, 0), arrayMap(a, mapKeys(b), mapValues(b))), b)",
    ["mapKeys(mapFilter((k, v) -> v > 1, map('a', 1, 'b', 2)))", ["b"]]
  ),
  mapApply: map(
    "lambda, map",
    "the pairs that the lambda makes of keys and values, as tuples",
    "_mapOf(arrayMap(a, mapKeys(b), mapValues(b)))",
    ["mapValues(mapApply((k, v) -> (k, v * 2), map('a', 1, 'b', 2)))", [2, 4]]
  ),
  mapAdd: map("map, map", "the sums of the values, by key", `_sumsOf(${keysOfBoth}, a, b)`, [
    "mapValues(mapAdd(map('a', 1), map('a', 2, 'b', 3)))",
    [3, 3]
  ]),
  mapSubtract: map("map, map", "the differences of the values, by key", `_differencesOf(${keysOfBoth}, a, b)`, [
    "mapValues(mapSubtract(map('a', 1), map('a', 2, 'b', 3)))",
    [-1, -3]
  ]),
  mapUpdate: map(
    "map, map",
    "the pairs of a and b, those of b for keys in both",
    "mapFromArrays(arrayConcat(mapKeys(a), arrayFilter(k -> not has(mapKeys(a), k), mapKeys(b))), "
      + "arrayConcat(arrayMap(k -> if(has(mapKeys(b), k), _found(b, k), _found(a, k)), mapKeys(a)), "
      + "arrayMap(k -> _found(b, k), arrayFilter(k -> not has(mapKeys(a), k), mapKeys(b)))))",
    ["mapValues(mapUpdate(map('a', 1, 'c', 4), map('a', 2, 'b', 3)))", [2, 4, 3]]
  ),
  mapPopulateSeries: map(
    "map, whole?",
    "with every key from the least to the greatest, or to b; 10,000 keys at most",
    byCount(
      1,
      "_populated(a, arrayMin(mapKeys(a)), arrayMax(mapKeys(a)))",
      "_populated(a, arrayMin(mapKeys(a)), b)"
    ),
    ["mapValues(mapPopulateSeries(map(1, 5, 3, 7)))", [5, 0, 7]]
  )
}
