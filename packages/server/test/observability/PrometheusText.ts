/** One series of a family: its labels and its value. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A metric in the text. */
export interface Family {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly samples: ReadonlyArray<Sample>
}

const metricName = "[a-zA-Z_:][a-zA-Z0-9_:]*"
const number = "(?:[+-]?Inf|NaN|[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?)"
const helpLine = new RegExp(`^# HELP (${metricName}) ((?:[^\\\\\\n]|\\\\[\\\\n])*)$`)
const typeLine = new RegExp(`^# TYPE (${metricName}) (counter|gauge|histogram|summary|untyped)$`)
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y
const sampleLine = new RegExp(`^(${metricName})(?:\\{(.*)\\})? (${number})$`)

const fail = (line: string, why: string): never => {
  throw new Error(`${why}: ${line}`)
}

const labelsOf = (line: string, text: string): Readonly<Record<string, string>> => {
  const labels: Record<string, string> = {}
  label.lastIndex = 0
  while (label.lastIndex < text.length) {
    const [, name = "", value = ""] = label.exec(text) ?? fail(line, "malformed labels")
    if (name in labels) fail(line, "a label twice")
    labels[name] = value.replace(/\\(["\\n])/g, (_, character: string) => character === "n" ? "\n" : character)
  }
  return labels
}

const valueOf = (text: string): number =>
  text.endsWith("Inf") ? (text.startsWith("-") ? -Infinity : Infinity) : Number(text)

const suffixes: Readonly<Record<string, ReadonlyArray<string>>> = { histogram: ["_bucket", "_sum", "_count"] }

const checkHistogram = ({ name, samples }: Family): void => {
  const groups = Map.groupBy(samples, ({ labels }) => JSON.stringify({ ...labels, le: "" }))
  for (const [labels, group] of groups) {
    const buckets = group.filter((sample) => sample.name === `${name}_bucket`)
    const bounds = buckets.map((bucket) => valueOf(bucket.labels["le"] ?? ""))
    const counts = buckets.map((bucket) => bucket.value)
    const isSorted = (values: ReadonlyArray<number>) =>
      values.every((value, i) => i === 0 || value >= (values[i - 1] ?? 0))
    if (bounds.at(-1) !== Infinity) fail(name + labels, "no +Inf bucket")
    if (!isSorted(bounds) || !isSorted(counts)) fail(name + labels, "buckets that do not rise")
    const count = group.find((sample) => sample.name === `${name}_count`)?.value
    if (count === undefined || count !== counts.at(-1)) fail(name + labels, "a count that is not the last bucket's")
    if (!group.some((sample) => sample.name === `${name}_sum`)) fail(name + labels, "no sum")
  }
}

/** Reads text format 0.0.4 as strictly as its description; throws at the first fault. */
export const parsePrometheus = (text: string): ReadonlyMap<string, Family> => {
  if (!text.endsWith("\n")) fail(text.slice(-50), "no newline at the end")
  const families = new Map<string, Family & { readonly samples: Array<Sample> }>()
  const seen = new Set<string>()
  let help: readonly [string, string] = ["", ""]
  let current: (Family & { readonly samples: Array<Sample> }) | undefined
  for (const line of text.slice(0, -1).split("\n")) {
    const [, helpName = "", words = ""] = helpLine.exec(line) ?? []
    const [, typeName = "", type = ""] = typeLine.exec(line) ?? []
    if (helpName !== "") {
      help = [helpName, words]
    } else if (typeName !== "") {
      if (families.has(typeName)) fail(line, "a family in two places")
      current = { name: typeName, type, help: help[0] === typeName ? help[1] : "", samples: [] }
      families.set(typeName, current)
    } else {
      const [, name = "", labels = "", value = ""] = sampleLine.exec(line) ?? fail(line, "malformed line")
      const names = (suffixes[current?.type ?? ""] ?? [""]).map((suffix) => `${current?.name}${suffix}`)
      if (current === undefined || !names.includes(name)) return fail(line, "a sample outside of its family")
      const key = name + JSON.stringify(Object.entries(labelsOf(line, labels)).map((pair) => pair.join("=")).sort())
      if (seen.has(key)) fail(line, "a series twice")
      seen.add(key)
      current.samples.push({ name, labels: labelsOf(line, labels), value: valueOf(value) })
    }
  }
  for (const family of families.values()) if (family.type === "histogram") checkHistogram(family)
  return families
}
