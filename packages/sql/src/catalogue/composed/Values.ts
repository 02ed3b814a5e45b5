import { type Composition, strictly } from "../Composition.ts"

/** A number with two digits after the point. */
const fixed = (number: string): string =>
  `concat(_textPart(toString(round(${number}, 2)), '^([^.]*)'), '.', `
  + `rightPad(_textPart(toString(round(${number}, 2)), '[.]([0-9]+)$'), 2, '0'))`

/** The number in the largest unit that is not above it. */
const readable = (base: number, units: ReadonlyArray<string>): string => {
  const [first = "", ...larger] = units
  const cases = larger.map((unit, i) => [`${base}e0`, unit, `pow(${base}, ${i + 1})`] as const).toReversed()
    .map(([, unit, size]) => `abs(a) >= ${size}, concat(${fixed(`a / ${size}`)}, '${unit}')`)
  return `multiIf(not isFinite(a), concat(toString(a), '${first}'), ${cases.join(", ")}, concat(${
    fixed("a")
  }, '${first}'))`
}

const formatted = (meaning: string, as: string, example: Composition["example"]): Composition =>
  strictly("float", "String", meaning, as, example)

const bytes = (prefixes: string, i: string) => [" B", ...Array.from(prefixes, (prefix) => ` ${prefix}${i}B`)]

const barOf = (width: string): string =>
  `if(${width} between 1 and 1000 and c > b and isFinite(a), concat(`
  + `repeat('█', intDiv(toInt(floor(least(greatest((a - b) / (c - b), 0), 1) * toFloat(${width}) * 8)), 8)), `
  + "arrayElement(['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'], "
  + `toInt(floor(least(greatest((a - b) / (c - b), 0), 1) * toFloat(${width}) * 8)) % 8 + 1)), NULL)`

/** Functions of values of every type, composed of others. */
export const composedValues: Readonly<Record<string, Composition>> = {
  ifNotFinite: strictly("float, float", "Float64", "a, or b where a is infinite or NaN", "if(isFinite(a), a, b)", [
    "ifNotFinite(1 / 0, 0)",
    0
  ]),
  formatReadableSize: formatted("bytes in B, KiB, MiB, …", readable(1024, bytes("KMGTPE", "i")), [
    "formatReadableSize(1536)",
    "1.50 KiB"
  ]),
  formatReadableDecimalSize: formatted("bytes in B, KB, MB, …", readable(1000, bytes("KMGTPE", "")), [
    "formatReadableDecimalSize(1500)",
    "1.50 KB"
  ]),
  formatReadableQuantity: formatted(
    "a number in thousand, million, …",
    readable(1000, ["", " thousand", " million", " billion", " trillion", " quadrillion"]),
    ["formatReadableQuantity(1234567)", "1.23 million"]
  ),
  bar: strictly(
    "float, float, float, whole?",
    "String",
    "a bar as long as a is between b and c, of d characters at most (1 to 1,000), else 80",
    [barOf("80"), barOf("d")],
    ["bar(5, 0, 10, 4)", "██"]
  ),
  indexHint: {
    ...strictly("any", "UInt8", "1: a hint for indexes that ClickHouse has", "1", ["indexHint(1 > 2)", 1]),
    nulls: "never"
  },
  toFloatOrDefault: {
    ...strictly("any, float?", "Float64", "toFloat, b or 0 where it is NULL", [
      "ifNull(toFloat(a), toFloat(0))",
      "ifNull(toFloat(a), b)"
    ], ["toFloatOrDefault('a lot', 7)", 7]),
    nulls: "own"
  },
  LpNorm: strictly(
    "floats, float",
    "Float64",
    "the length of a vector in the norm of p = b, from 1 to 1,000",
    "if(b between 1 and 1000, pow(_powerSum(a, b), 1 / b), NULL)",
    ["LpNorm((3, 4), 2)", 5]
  ),
  L1Distance: strictly("floats, floats", "Float64", "the L1 norm of a - b", "L1Norm(_difference(a, b))", [
    "L1Distance((1, 2), (3, 5))",
    5
  ]),
  L2Distance: strictly("floats, floats", "Float64", "the L2 norm of a - b", "L2Norm(_difference(a, b))", [
    "L2Distance((0, 0), (3, 4))",
    5
  ]),
  LinfDistance: strictly("floats, floats", "Float64", "the largest difference", "LinfNorm(_difference(a, b))", [
    "LinfDistance((1, 2), (3, 5))",
    3
  ]),
  LpDistance: strictly("floats, floats, float", "Float64", "the Lp norm of a - b", "LpNorm(_difference(a, b), c)", [
    "LpDistance((0, 0), (3, 4), 2)",
    5
  ]),
  L1Normalize: strictly("floats", "Array", "a divided by its L1 norm", "_scaled(a, L1Norm(a))", [
    "L1Normalize((1, 3))",
    [0.25, 0.75]
  ]),
  L2Normalize: strictly("floats", "Array", "a divided by its L2 norm", "_scaled(a, L2Norm(a))", [
    "L2Normalize((3, 4))",
    [0.6, 0.8]
  ]),
  LinfNormalize: strictly("floats", "Array", "a divided by its largest member", "_scaled(a, LinfNorm(a))", [
    "LinfNormalize((1, 4))",
    [0.25, 1]
  ]),
  LpNormalize: strictly(
    "floats, float",
    "Array",
    "a divided by its Lp norm",
    "_scaled(a, ifNull(LpNorm(a, b), 0 / 0))",
    [
      "LpNormalize((3, 4), 2)",
      [0.6, 0.8]
    ]
  ),
  cosineDistance: strictly(
    "floats, floats",
    "Float64",
    "1 - the cosine of the angle between two vectors",
    "1 - dotProduct(a, b) / (L2Norm(a) * L2Norm(b))",
    ["cosineDistance((1, 0), (0, 1))", 1]
  )
}
