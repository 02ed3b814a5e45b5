import { composedExamples } from "./Composed.ts"
import { familyExamples } from "./families/Families.ts"
import { macroExamples } from "./Macros.ts"
import type { Example } from "./Signature.ts"

/** Dates and times; none of these depends on the time of the query. */
const dates: Readonly<Record<string, Example>> = {
  addDays: ["addDays(toDate('2024-02-28'), 2)", "2024-03-01"],
  addHours: ["addHours(toDateTime('2024-01-01 23:30:00'), 1)", "2024-01-02T00:30:00Z"],
  addMinutes: ["addMinutes(toDateTime('2024-01-01 00:00:00'), 90)", "2024-01-01T01:30:00Z"],
  addMonths: ["addMonths(toDate('2024-01-31'), 1)", "2024-02-29"],
  addQuarters: ["addQuarters(toDate('2024-01-15'), -1)", "2023-10-15"],
  addSeconds: ["addSeconds(toDateTime('2024-01-01 00:00:00'), 61)", "2024-01-01T00:01:01Z"],
  addWeeks: ["addWeeks(toDate('2024-02-26'), 1)", "2024-03-04"],
  addYears: ["addYears(toDate('2024-02-29'), 1)", "2025-02-28"],
  subtractDays: ["subtractDays(toDate('2024-03-01'), 1)", "2024-02-29"],
  subtractHours: ["subtractHours(toDateTime('2024-01-01 00:30:00'), 1)", "2023-12-31T23:30:00Z"],
  subtractMinutes: ["subtractMinutes(toDateTime('2024-01-01 01:30:00'), 90)", "2024-01-01T00:00:00Z"],
  subtractMonths: ["subtractMonths(toDate('2024-05-31'), 1)", "2024-04-30"],
  subtractQuarters: ["subtractQuarters(toDate('2024-01-15'), 1)", "2023-10-15"],
  subtractSeconds: ["subtractSeconds(toDateTime('2024-01-01 00:00:00'), 1)", "2023-12-31T23:59:59Z"],
  subtractWeeks: ["subtractWeeks(toDate('2024-03-04'), 1)", "2024-02-26"],
  subtractYears: ["subtractYears(toDate('2200-01-01'), 500)", null],
  dateAdd: ["dateAdd('month', 1, toDate('2024-01-31'))", "2024-02-29"],
  dateSub: ["dateSub(toDate('2024-03-01'), INTERVAL 1 DAY)", "2024-02-29"],
  dateDiff: ["dateDiff('day', toDate('2024-02-28'), toDate('2024-03-01'))", 2],
  dateTrunc: ["dateTrunc('month', toDate('2024-02-29'))", "2024-02-01"],
  toDayOfMonth: ["toDayOfMonth(toDate('2024-02-29'))", 29],
  toDayOfWeek: ["toDayOfWeek(toDate('2024-02-29'))", 4],
  toDayOfYear: ["toDayOfYear(toDate('2024-12-31'))", 366],
  toHour: ["toHour(toDateTime('2024-01-01 23:59:58'), 'Europe/Berlin')", 0],
  toMinute: ["toMinute(toDateTime('2024-01-01 23:59:58'))", 59],
  toSecond: ["toSecond(toDateTime('2024-01-01 23:59:58'))", 58],
  toMonth: ["toMonth(toDate('2024-02-29'))", 2],
  toQuarter: ["toQuarter(toDate('2024-05-01'))", 2],
  toYear: ["toYear(toDate('2024-02-29'))", 2024],
  toMonday: ["toMonday(toDate('2024-02-29'))", "2024-02-26"],
  toStartOfDay: ["toStartOfDay(toDateTime('2024-02-29 10:20:30'), 'Europe/Berlin')", "2024-02-28T23:00:00Z"],
  toStartOfFifteenMinutes: ["toStartOfFifteenMinutes(toDateTime('2024-02-29 10:20:30'))", "2024-02-29T10:15:00Z"],
  toStartOfFiveMinutes: ["toStartOfFiveMinutes(toDateTime('2024-02-29 10:24:30'))", "2024-02-29T10:20:00Z"],
  toStartOfTenMinutes: ["toStartOfTenMinutes(toDateTime('2024-02-29 10:29:30'))", "2024-02-29T10:20:00Z"],
  toStartOfHour: ["toStartOfHour(toDateTime('2024-02-29 10:20:30'))", "2024-02-29T10:00:00Z"],
  toStartOfMinute: ["toStartOfMinute(toDateTime('2024-02-29 10:20:30'))", "2024-02-29T10:20:00Z"],
  toStartOfSecond: ["toStartOfSecond(toDateTime('2024-02-29 10:20:30.5'))", "2024-02-29T10:20:30Z"],
  toStartOfInterval: [
    "toStartOfInterval(toDateTime('2024-02-29 10:20:30'), INTERVAL 30 SECOND)",
    "2024-02-29T10:20:30Z"
  ],
  toISOWeek: ["toISOWeek(toDate('2024-12-30'))", 1],
  timezone: ["toHour(timezone('Asia/Tokyo', toDateTime('2024-07-01 12:00:00')))", 21],
  toUnixTimestamp64Micro: ["toUnixTimestamp64Micro(toDateTime('1970-01-01 00:00:01.5'))", 1_500_000],
  fromUnixTimestamp64Micro: ["fromUnixTimestamp64Micro(1704067200123456)", "2024-01-01T00:00:00.123456Z"],
  ...Object.fromEntries(
    ["Second", "Minute", "Hour", "Day", "Week", "Month", "Quarter", "Year"].map((unit) => [
      `toInterval${unit}`,
      [`toStartOf${unit}(toDateTime('2024-01-01 00:00:00') + toInterval${unit}(1)) > toDate('2024-01-01')`, 1]
    ])
  ),
  make_interval: ["toDateTime('2024-01-31 00:00:00') + make_interval(0, 1, 0, 0, 2, 0)", "2024-02-29T02:00:00Z"],
  toStartOfMonth: ["toStartOfMonth(toDate('2024-02-29'))", "2024-02-01"],
  toStartOfQuarter: ["toStartOfQuarter(toDate('2024-02-29'))", "2024-01-01"],
  toStartOfWeek: ["toStartOfWeek(toDate('2024-02-29'))", "2024-02-25"],
  toStartOfYear: ["toStartOfYear(toDate('2024-02-29'))", "2024-01-01"],
  toTimeZone: ["toHour(toTimeZone(toDateTime('2024-07-01 12:00:00'), 'Asia/Tokyo'))", 21],
  now: ["toStartOfDay(now()) <= now()", 1],
  today: ["today() = toDate(now())", 1],
  yesterday: ["dateDiff('day', yesterday(), today())", 1]
}

const conversions: Readonly<Record<string, Example>> = {
  formatReadableTimeDelta: ["formatReadableTimeDelta(93784.5)", "1 day, 2 hours, 3 minutes and 4 seconds"],
  toBool: ["toBool('Yes')", true],
  toJSONString: ["toJSONString((1, 'a\"b', [NULL]))", "[1,\"a\\\"b\",[null]]"],
  toDate: ["toDate('2024-02-30')", null],
  toDateTime: ["toDateTime('2024-07-01 12:00:00', 'Europe/Berlin')", "2024-07-01T10:00:00Z"],
  toFloat: ["toFloat('1.5e2')", 150],
  toFloatOrZero: ["toFloatOrZero('a lot')", 0],
  toInt: ["toInt('12.5')", null],
  toUInt64: ["toUInt64('18446744073709551615')", 18446744073709551615n],
  multiplyDecimal: ["multiplyDecimal(toDecimal('1.25', 2), toDecimal('0.125', 3))", "0.156"],
  divideDecimal: ["divideDecimal(toDecimal(2, 2), toDecimal(3, 3), 5)", "0.66666"],
  toDecimal: ["toDecimal('12.345', 2)", "12.34"],
  toDecimal32: ["toDecimal32(0.1, 4) + toDecimal32(0.2, 4)", "0.3"],
  toDecimal64: ["toDecimal64(10, 3) / 3", "3.333"],
  toDecimal128: ["toDecimal128('12345678901234567890.125', 3)", "12345678901234567890.125"],
  accurateCastOrNull: ["accurateCastOrNull('300', 'UInt8')", null],
  toIntOrZero: ["toIntOrZero('12.5')", 0],
  toString: ["toString(1.50)", "1.5"] as Example,
  toTypeName: ["toTypeName(toInt(event))", "Nullable(Int64)"],
  toUUID: ["toUUID('0189DCD5-53AC-7A6E-8D1C-3E5F6A7B8C9D')", "0189dcd5-53ac-7a6e-8d1c-3e5f6a7b8c9d"],
  toUnixTimestamp: ["toUnixTimestamp(toDateTime('1970-01-02 00:00:00'))", 86_400]
}

const numbers: Readonly<Record<string, Example>> = {
  abs: ["abs(-2.5)", 2.5],
  ceil: ["ceil(-1.5)", -1],
  divide: ["divide(1, 0)", null],
  e: ["round(e(), 1)", 2.7],
  floor: ["floor(1.75, 1)", 1.7],
  intDiv: ["intDiv(-7, 2)", -3],
  minus: ["minus(toDate('2024-03-01'), 1)", "2024-02-29"],
  modulo: ["modulo(7, 0)", null],
  multiply: ["multiply(9223372036854775807, 2)", null],
  negate: ["negate(5)", -5],
  pi: ["round(pi(), 2)", 3.14],
  plus: ["plus(1, 2)", 3],
  round: ["round(2.5)", 2],
  sign: ["sign(-0.5)", -1],
  trunc: ["trunc(-1.5)", -1]
}

const logic: Readonly<Record<string, Example>> = {
  and: ["and(1 = 1, NULL)", null],
  or: ["or(1 = 1, NULL)", 1],
  not: ["not(0)", 1],
  equals: ["equals(NULL, NULL)", 1],
  notEquals: ["notEquals(1, NULL)", 1],
  less: ["less(1, NULL)", 0],
  lessOrEquals: ["lessOrEquals('a', 'b')", 1],
  greater: ["greater(2, 1.5)", 1],
  greaterOrEquals: ["greaterOrEquals(1, 1)", 1],
  like: ["like('50%', '%\\\\%')", 1],
  notLike: ["notLike('abc', 'a_c')", 0],
  ilike: ["ilike('ABC', 'a%')", 1],
  notILike: ["notILike('ABC', 'b%')", 1],
  in: ["in(2, (1, 2))", 1],
  notIn: ["notIn(NULL, (1, 2))", 1],
  if: ["if(NULL, 'a', 'b')", "b"],
  multiIf: ["multiIf(1 > 2, 'a', 2 > 1, 'b', 'c')", "b"],
  coalesce: ["coalesce(NULL, 'b')", "b"],
  ifNull: ["ifNull(1 % 0, 7)", 7],
  nullIf: ["nullIf('a', 'a')", null],
  isNull: ["isNull(intDiv(1, 0))", 1],
  isNotNull: ["isNotNull(NULL)", 0],
  greatest: ["greatest(1, NULL, 3)", 3],
  least: ["least('b', 'a')", "a"]
}

const texts: Readonly<Record<string, Example>> = {
  concat: ["concat('a', NULL, 1)", "a1"],
  concatWithSeparator: ["concatWithSeparator('-', 'a', 1)", "a-1"],
  format: ["format('{1}, {0}', 'a', 'b')", "b, a"],
  empty: ["empty('')", 1],
  notEmpty: ["notEmpty('')", 0],
  endsWith: ["endsWith('abc', 'bc')", 1],
  startsWith: ["startsWith('abc', 'b')", 0],
  length: ["length('ä')", 2],
  lengthUTF8: ["lengthUTF8('ä')", 1],
  lower: ["lower('AÄ')", "aÄ"],
  upper: ["upper('aä')", "Aä"],
  position: ["position('abc', 'c')", 3],
  positionCaseInsensitive: ["positionCaseInsensitive('abc', 'C')", 3],
  replaceAll: ["replaceAll('aba', 'a', 'c')", "cbc"],
  reverse: ["reverse('abc')", "cba"],
  substring: ["substring('abcd', -3, 2)", "bc"],
  trim: ["trim('  a ')", "a"],
  trimLeft: ["trimLeft('  a')", "a"],
  trimRight: ["trimRight('a ')", "a"]
}

const values: Readonly<Record<string, Example>> = {
  assumeNotNull: ["assumeNotNull(toInt('x'))", 0],
  toNullable: ["toTypeName(toNullable(event))", "Nullable(String)"],
  bitTestAll: ["bitTestAll(5, 0, 2)", 1],
  bitTestAny: ["bitTestAny(5, 1, 3)", 0],
  hex: ["hex('az')", "617A"],
  roundDown: ["roundDown(7, [1, 5, 10])", 5],
  transform: ["transform('b', ['a', 'b'], [1, 2], 0)", 2],
  match: ["match('abc', 'b.')", 1],
  multiMatchAny: ["multiMatchAny('abc', ['x', '^a'])", 1],
  multiMatchAnyIndex: ["multiMatchAnyIndex('abc', ['x', '^a'])", 2],
  multiMatchAllIndices: ["multiMatchAllIndices('abc', ['c$', 'x', '^a'])", [1, 3]],
  extract: ["extract('/orders/17/', '/([0-9]+)/')", "17"],
  regexpExtract: ["regexpExtract('100-200', '([0-9]+)-([0-9]+)', 2)", "200"],
  extractAll: ["extractAll('a1b22', '[0-9]+')", ["1", "22"]],
  extractAllGroupsVertical: ["extractAllGroupsVertical('a=1,b=2', '([a-z])=([0-9])')", [["a", "1"], ["b", "2"]]],
  extractAllGroupsHorizontal: ["extractAllGroupsHorizontal('a=1,b=2', '([a-z])=([0-9])')", [["a", "b"], ["1", "2"]]],
  countMatches: ["countMatches('a1b22', '[0-9]+')", 2],
  replaceRegexpOne: ["replaceRegexpOne('a1b2', '[0-9]', '<\\\\0>')", "a<1>b2"],
  replaceRegexpAll: ["replaceRegexpAll('/a/17/', '/[0-9]+', '/:id')", "/a/:id/"],
  splitByRegexp: ["splitByRegexp('[,;] *', 'a, b;c')", ["a", "b", "c"]],
  JSONExtractBool: ["JSONExtractBool(properties, 'none')", false],
  JSONExtractFloat: ["JSONExtractFloat('{\"a\":1.5}', 'a')", 1.5],
  JSONExtractInt: ["JSONExtractInt(properties, 'none')", 0],
  JSONExtractUInt: ["JSONExtractUInt('{\"a\":[7]}', 'a', 1)", 7],
  JSONExtractString: ["JSONExtractString(properties, 'none', 'deeper')", ""],
  JSONExtractRaw: ["JSONExtractRaw('{\"a\":[1,2]}', 'a')", "[1,2]"],
  JSONExtractArrayRaw: ["JSONExtractArrayRaw('[1,\"b\"]')", ["1", "\"b\""]],
  JSONExtractKeys: ["JSONExtractKeys('{\"a\":1,\"b\":2}')", ["a", "b"]],
  JSONExtractKeysAndValuesRaw: ["JSONExtractKeysAndValuesRaw('{\"a\":1}')", [["a", "1"]]],
  JSONExtractKeysAndValues: ["JSONExtractKeysAndValues('{\"a\":1}', 'Int64')", [["a", 1]]],
  JSONExtract: ["JSONExtract('{\"a\":[1,2]}', 'a', 'Array(Int64)')", [1, 2]],
  JSONHas: ["JSONHas('{\"a\":null}', 'a')", 1],
  JSONLength: ["JSONLength('[1,2]')", 2],
  JSONArrayLength: ["JSONArrayLength('{}')", null],
  JSONType: ["JSONType('{\"a\":1}', 'a')", "Int64"],
  JSON_VALUE: ["JSON_VALUE('{\"a\":[1]}', '$.a[0]')", "1"]
}

/** Over the events of a project of which one is chosen. */
const aggregates: Readonly<Record<string, Example>> = {
  any: ["any('a')", "a"],
  anyIf: ["anyIf('a', 1 > 2)", null],
  argMax: ["argMax('a', 1)", "a"],
  argMaxIf: ["argMaxIf('a', 1, 1 > 2)", null],
  argMin: ["argMin('a', 1)", "a"],
  argMinIf: ["argMinIf('a', 1, 2 > 1)", "a"],
  avg: ["avg(3)", 3],
  groupArray: ["groupArray(2)('a')", ["a"]],
  groupArrayIf: ["groupArrayIf('a', 1 > 2)", []],
  groupBitAnd: ["groupBitAnd(6)", 6],
  groupBitAndIf: ["groupBitAndIf(6, 2 > 1)", 6],
  groupBitOr: ["groupBitOr(6)", 6],
  groupBitOrIf: ["groupBitOrIf(6, 1 > 2)", 0],
  groupBitXor: ["groupBitXor(6)", 6],
  groupBitXorIf: ["groupBitXorIf(6, 2 > 1)", 6],
  median: ["median(3)", 3],
  medianIf: ["medianIf(3, 1 > 2)", null],
  quantile: ["quantile(0.9)(3)", 3],
  quantileIf: ["quantileIf(0.9)(3, 2 > 1)", 3],
  avgIf: ["avgIf(3, 1 > 2)", null],
  count: ["count()", 1],
  countIf: ["countIf(1 > 2)", 0],
  max: ["max(3)", 3],
  maxIf: ["maxIf(3, 2 > 1)", 3],
  min: ["min('a')", "a"],
  minIf: ["minIf('a', 1 > 2)", null],
  sum: ["sum(2)", 2],
  sumIf: ["sumIf(2, 1 > 2)", 0],
  uniq: ["uniq(NULL)", 0],
  uniqIf: ["uniqIf(1, 2 > 1)", 1]
}

const arrays: Readonly<Record<string, Example>> = {
  array: ["array(1, 2)", [1, 2]],
  arrayElement: ["arrayElement(['a', 'b'], -1)", "b"],
  arrayFilter: ["arrayFilter(x -> x > 1, [1, 2, 3])", [2, 3]],
  arrayJoin: ["arrayJoin(['a'])", "a"],
  arrayMap: ["arrayMap((x, y) -> x + y, [1, 2], [10, 20])", [11, 22]],
  arrayConcat: ["arrayConcat([1], [2, 3])", [1, 2, 3]],
  arrayFlatten: ["arrayFlatten([[[1]], [[2], [3]]])", [1, 2, 3]],
  arrayFold: ["arrayFold((sum, x) -> sum + x, [1, 2, 3], 10)", 16],
  arraySort: ["arraySort(x -> -x, [1, 3, 2])", [3, 2, 1]],
  arrayReverseSort: ["arrayReverseSort([1, 3, NULL, 2])", [3, 2, 1, null]],
  arraySum: ["arraySum([1, 2, 3])", 6],
  mapFromArrays: ["mapValues(mapFromArrays(['a', 'b'], [1, 2]))", [1, 2]],
  exists: ["exists(select 1 where 1 > 2)", 0],
  has: ["has([1, NULL], NULL)", 1],
  map: ["map('a', 1)['a']", 1],
  mapKeys: ["mapKeys(map('a', 1))", ["a"]],
  mapValues: ["mapValues(map('a', 1))", [1]],
  tuple: ["tuple(1, 'a')", [1, "a"]],
  untuple: ["untuple(tuple(7))", 7],
  tupleElement: ["tupleElement((1, 'a'), 2)", "a"]
}

/** Over an event that is none of a survey's, and one of the action Opened. */
const surveys: Readonly<Record<string, Example>> = {
  matchesAction: ["matchesAction('Opened')", 1],
  getSurveyResponse: ["getSurveyResponse(0, 'why', true)", []],
  uniqueSurveySubmissionsFilter: ["uniqueSurveySubmissionsFilter('019db675-8574-0000-7bcd-8b96a8c4437d')", 0]
}

/** Over one row. */
const windows: Readonly<Record<string, Example>> = {
  row_number: ["row_number() over ()", 1],
  rank: ["rank() over (order by event)", 1],
  dense_rank: ["dense_rank() over (order by event)", 1],
  first_value: ["first_value('a') over ()", "a"],
  last_value: ["last_value('a') over ()", "a"],
  nth_value: ["nth_value('a', 2) over ()", null],
  ntile: ["ntile(3) over (order by event)", 1],
  percent_rank: ["percent_rank() over (order by event)", 0],
  cume_dist: ["cume_dist() over (order by event)", 1],
  lagInFrame: ["lagInFrame('a', 1, 'b') over (order by event)", "b"],
  leadInFrame: ["leadInFrame('a') over (order by event rows between current row and 1 following)", ""],
  lag: ["lag('a', 1, 'b') over (order by event)", "b"],
  lead: ["lead('a') over (order by event)", null]
}

/** An example of every row of the catalogue, by its name: each is tried out on every engine. */
export const examples: Readonly<Record<string, Example>> = {
  ...dates,
  ...conversions,
  ...numbers,
  ...logic,
  ...texts,
  ...values,
  ...arrays,
  ...aggregates,
  ...windows,
  ...familyExamples,
  ...composedExamples,
  ...macroExamples,
  ...surveys,
  ...windows
}
