/** The names that the reference dialect knows, by family. */
export const referenceNames: Readonly<Record<string, string>> = {
  arithmetic: "plus minus multiply divide intDiv intDivOrZero modulo moduloOrZero positiveModulo negate abs gcd lcm "
    + "max2 min2 multiplyDecimal divideDecimal",
  maths: "e pi exp log ln exp2 log2 exp10 log10 sqrt cbrt erf erfc lgamma tgamma sin cos tan asin acos atan pow "
    + "power intExp2 intExp10 cosh acosh sinh asinh atanh atan2 hypot log1p sign degrees radians factorial "
    + "width_bucket floor ceil trunc round roundBankers roundToExp2 roundDuration roundAge roundDown rand",
  comparison: "equals notEquals less greater lessOrEquals greaterOrEquals in notIn like ilike notLike notILike and or "
    + "xor not if multiIf",
  conversion: "toInt toIntOrZero toFloat toFloatOrZero toFloatOrDefault toDecimal toUUID toString toBool toJSONString "
    + "toDate to_date toDateTime toDateTime64 toDateTimeUS parseDateTime parseDateTimeBestEffort hex unhex "
    + "reinterpretAsUInt8 reinterpretAsUInt16 reinterpretAsUInt32 reinterpretAsUInt64 reinterpretAsUInt128 "
    + "reinterpretAsUInt256 reinterpretAsInt8 reinterpretAsInt16 reinterpretAsInt32 reinterpretAsInt64 "
    + "reinterpretAsInt128 reinterpretAsInt256 reinterpretAsFloat32 reinterpretAsFloat64 reinterpretAsUUID "
    + "toTypeName cityHash64 UUIDv7ToDateTime",
  nulls: "isNull isNotNull coalesce ifNull nullIf assumeNotNull toNullable",
  dates: "toYear toQuarter toMonth toDayOfYear toDayOfMonth toDayOfWeek toHour toMinute toSecond toUnixTimestamp "
    + "toUnixTimestamp64Milli fromUnixTimestamp fromUnixTimestamp64Milli toStartOfYear toStartOfISOYear "
    + "toStartOfQuarter toStartOfMonth toStartOfWeek toStartOfDay toStartOfHour toStartOfMinute toStartOfSecond "
    + "toStartOfFiveMinutes toStartOfTenMinutes toStartOfFifteenMinutes toStartOfInterval toMonday "
    + "toLastDayOfMonth toLastDayOfWeek toTime toISOYear toISOWeek toWeek toYearWeek age dateAdd dateSub "
    + "dateDiff date_diff timeStampAdd timeStampSub addYears addQuarters addMonths addWeeks addDays addHours "
    + "addMinutes addSeconds subtractYears subtractQuarters subtractMonths subtractWeeks subtractDays "
    + "subtractHours subtractMinutes subtractSeconds timeSlot timeSlots toYYYYMM toYYYYMMDD toYYYYMMDDhhmmss "
    + "formatDateTime dateName monthName timeZoneOf timeZoneOffset toModifiedJulianDay fromModifiedJulianDay "
    + "toIntervalSecond toIntervalMinute toIntervalHour toIntervalDay toIntervalWeek toIntervalMonth "
    + "toIntervalQuarter toIntervalYear now current_timestamp today current_date yesterday date_trunc dateTrunc "
    + "date_part date_bin date_add date_subtract to_timestamp to_char make_date make_timestamp make_timestamptz "
    + "make_interval timezone toTimeZone",
  strings: "left right lengthUTF8 leftPad leftPadUTF8 rightPad rightPadUTF8 lower upper lowerUTF8 upperUTF8 reverse "
    + "reverseUTF8 isValidUTF8 toValidUTF8 format concat concatWithSeparator substring substringUTF8 "
    + "appendTrailingCharIfAbsent convertCharset base58Encode base64Encode base58Decode base64Decode "
    + "tryBase58Decode tryBase64Decode endsWith startsWith encodeXMLComponent decodeXMLComponent "
    + "extractTextFromHTML ascii empty notEmpty length repeat initcap lpad rpad split_part ltrim trimLeft rtrim "
    + "trimRight btrim trim",
  search: "position positionCaseInsensitive positionCaseInsensitiveUTF8 positionUTF8 multiSearchAllPositions "
    + "multiSearchAllPositionsUTF8 multiSearchFirstPosition multiSearchFirstIndex multiSearchAny match "
    + "multiMatchAny multiMatchAnyIndex multiMatchAllIndices multiFuzzyMatchAny multiFuzzyMatchAnyIndex "
    + "multiFuzzyMatchAllIndices extract extractAll extractAllGroups extractAllGroupsHorizontal "
    + "extractAllGroupsVertical ngramDistance ngramSearch countSubstrings countSubstringsCaseInsensitive "
    + "countSubstringsCaseInsensitiveUTF8 countMatches regexpExtract replace replaceAll replaceOne "
    + "replaceRegexpAll replaceRegexpOne regexpQuoteMeta translate translateUTF8 splitByChar splitByString "
    + "splitByRegexp splitByWhitespace splitByNonAlpha alphaTokens ngrams tokens",
  arrays: "array range arrayConcat arrayElement has hasAll hasAny hasSubstr indexOf arrayCount countEqual "
    + "arrayEnumerate arrayEnumerateUniq arrayEnumerateDense arrayPopBack arrayPopFront arrayPushBack "
    + "arrayPushFront arrayResize arraySlice arraySort arrayReverseSort arrayUniq arrayJoin arrayDifference "
    + "arrayDistinct arrayIntersect arrayReduce arrayReverse arrayFilter arrayFlatten arrayCompact arrayZip "
    + "arrayAUC arrayMap arrayFill arrayFold arrayWithConstant arraySplit arrayReverseFill arrayReverseSplit "
    + "arrayRotateLeft arrayRotateRight arrayExists arrayAll arrayFirst arrayLast arrayFirstIndex "
    + "arrayLastIndex arrayMin arrayMax arraySum arrayAvg arrayCumSum arrayCumSumNonNegative arrayProduct "
    + "arrayStringConcat generateSeries",
  json: "isValidJSON JSONHas JSONLength JSONArrayLength JSONType JSONExtract JSONExtractUInt JSONExtractInt "
    + "JSONExtractFloat JSONExtractBool JSONExtractString JSONExtractRaw JSONExtractArrayRaw JSONExtractKeys "
    + "JSONExtractKeysAndValues JSONExtractKeysAndValuesRaw JSON_VALUE",
  url: "protocol domain domainWithoutWWW topLevelDomain firstSignificantSubdomain cutToFirstSignificantSubdomain "
    + "cutToFirstSignificantSubdomainWithWWW port path pathFull queryString fragment queryStringAndFragment "
    + "extractURLParameter extractURLParameters extractURLParameterNames URLHierarchy URLPathHierarchy "
    + "encodeURLComponent encodeURLFormComponent decodeURLComponent decodeURLFormComponent netloc cutWWW "
    + "cutQueryString cutFragment cutQueryStringAndFragment cutURLParameter",
  "maps, tuples, bits":
    "map mapFromArrays mapAdd mapSubtract mapPopulateSeries mapContains mapKeys mapValues mapContainsKeyLike "
    + "mapExtractKeyLike mapApply mapFilter mapUpdate tuple tupleElement untuple tupleHammingDistance "
    + "tupleToNameValuePairs tuplePlus tupleMinus tupleMultiply tupleDivide tupleNegate tupleMultiplyByNumber "
    + "tupleDivideByNumber dotProduct bitAnd bitOr bitXor bitNot bitShiftLeft bitShiftRight bitRotateLeft "
    + "bitRotateRight bitSlice bitTest bitTestAll bitTestAny bitCount bitHammingDistance bitmapBuild "
    + "bitmapToArray bitmapSubsetInRange bitmapSubsetLimit bitmapSubbitmap bitmapCardinality bitmapContains "
    + "bitmapHasAny bitmapHasAll bitmapMin bitmapMax bitmapTransform bitmapAnd bitmapOr bitmapXor bitmapAndnot "
    + "bitmapAndCardinality bitmapOrCardinality bitmapXorCardinality bitmapAndnotCardinality",
  other: "isFinite isInfinite ifNotFinite isNaN bar transform formatReadableDecimalSize formatReadableSize "
    + "formatReadableQuantity formatReadableTimeDelta least greatest indexHint extractIPv4Substrings tumble hop "
    + "tumbleStart tumbleEnd hopStart hopEnd L1Norm L1Distance L1Normalize L2Norm L2Distance L2Normalize "
    + "LinfNorm LinfDistance LinfNormalize LpNorm LpDistance LpNormalize cosineDistance languageCodeToName "
    + "greatCircleDistance geoDistance greatCircleAngle pointInEllipses pointInPolygon geohashEncode "
    + "geohashDecode geohashesInBox",
  window: "rank dense_rank row_number first_value last_value nth_value lagInFrame leadInFrame lag lead",
  aggregates: "count min max sum avg any anyLast anyHeavy argMin argMax stddevPop stddevSamp varPop varSamp covarPop "
    + "covarSamp corr uniq uniqExact uniqHLL12 uniqTheta groupArray array_agg groupUniqArray groupArrayInsertAt "
    + "groupArrayMovingAvg groupArrayMovingSum groupArraySample groupBitAnd groupBitOr groupBitXor groupBitmap "
    + "groupBitmapAnd groupBitmapOr groupBitmapXor deltaSum deltaSumTimestamp sumMap minMap maxMap avgMap "
    + "avgWeighted sumWithOverflow skewPop skewSamp kurtPop kurtSamp median medianExact medianExactLow "
    + "medianExactHigh medianExactWeighted medianTiming medianTimingWeighted medianDeterministic medianTDigest "
    + "medianTDigestWeighted medianBFloat16 quantile quantiles topK sumForEach minForEach avgArray medianArray "
    + "string_agg json_agg every",
  twins: "countIf countDistinctIf minIf maxIf sumIf avgIf anyIf anyLastIf anyHeavyIf argMinIf argMaxIf stddevPopIf "
    + "stddevSampIf varPopIf varSampIf covarPopIf covarSampIf corrIf uniqIf uniqExactIf uniqHLL12If uniqThetaIf "
    + "groupArrayIf groupUniqArrayIf groupArrayInsertAtIf groupArrayMovingAvgIf groupArrayMovingSumIf "
    + "groupBitAndIf groupBitOrIf groupBitXorIf groupBitmapIf groupBitmapAndIf groupBitmapOrIf groupBitmapXorIf "
    + "deltaSumIf deltaSumTimestampIf sumMapIf minMapIf maxMapIf avgWeightedIf sumWithOverflowIf skewPopIf "
    + "skewSampIf kurtPopIf kurtSampIf medianIf medianExactIf medianExactLowIf medianExactHighIf "
    + "medianExactWeightedIf medianTimingIf medianTimingWeightedIf medianDeterministicIf medianTDigestIf "
    + "medianTDigestWeightedIf medianBFloat16If quantileIf quantilesIf topKIf array_aggIf string_aggIf",
  state: "countState countMerge sumState sumMerge avgState avgMerge minState minMerge maxState maxMerge anyState "
    + "anyMerge uniqState uniqMerge uniqExactState uniqExactMerge quantileState quantileMerge quantilesState "
    + "quantilesMerge medianState medianMerge groupArrayState groupArrayMerge groupUniqArrayState "
    + "groupUniqArrayMerge",
  product: "matchesAction sparkline recording_button convertCurrency getSurveyResponse uniqueSurveySubmissionsFilter "
    + "hogql_lookupDomainType hogql_lookupPaidSourceType hogql_lookupPaidMediumType "
    + "hogql_lookupOrganicSourceType hogql_lookupOrganicMediumType"
}
