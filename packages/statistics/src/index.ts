/** The figures of experiments from sums. Every other function has the path of its module. */
export { metricFingerprint } from "./comparison/MetricFingerprint.ts"
export { mismatchBySource, sampleRatioMismatch } from "./comparison/SampleRatio.ts"
export { mismatchOverTime } from "./comparison/SequentialSampleRatio.ts"
export { adjusted } from "./engine/Adjustments.ts"
export { analyseMetric, type MetricCounts, type MetricResult, type VariantResult } from "./engine/AnalyseMetric.ts"
export { type StatisticsSettings, statisticsSettings } from "./engine/StatisticsSettings.ts"
export { type MetricType, type VariantCounts } from "./engine/VariantCounts.ts"
export { type RunningTime, runningTime, type RunningTimePlan } from "./power/RunningTime.ts"
