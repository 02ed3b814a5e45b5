CREATE TABLE IF NOT EXISTS `hedgerow`.`events` (
  `project_id` Int32,
  `uuid` UUID,
  `event` LowCardinality(String),
  `distinct_id` String CODEC(ZSTD(1)),
  `person_id` UUID,
  `person_mode` LowCardinality(String),
  `timestamp` DateTime64(6, 'UTC') CODEC(Delta(8), ZSTD(1)),
  `sent_at` Nullable(DateTime64(6, 'UTC')) CODEC(ZSTD(1)),
  `received_at` DateTime64(6, 'UTC') CODEC(Delta(8), ZSTD(1)),
  `inserted_at` DateTime64(6, 'UTC') CODEC(Delta(8), ZSTD(1)),
  `properties` String CODEC(ZSTD(1)),
  `derived` String CODEC(ZSTD(1)),
  `person_properties` String CODEC(ZSTD(1)),
  `person_created_at` Nullable(DateTime64(6, 'UTC')) CODEC(ZSTD(1)),
  `group_0` String CODEC(ZSTD(1)),
  `group_1` String CODEC(ZSTD(1)),
  `group_2` String CODEC(ZSTD(1)),
  `group_3` String CODEC(ZSTD(1)),
  `group_4` String CODEC(ZSTD(1)),
  `session_id` String CODEC(ZSTD(1)),
  `window_id` String CODEC(ZSTD(1)),
  `elements_chain` String CODEC(ZSTD(1)),
  `lib` LowCardinality(String),
  `cells` String EPHEMERAL '{}',
  `pj` JSON(max_dynamic_paths=256) DEFAULT ifNull(accurateCastOrNull(cells, 'JSON(max_dynamic_paths=256)'), '{}'::JSON(max_dynamic_paths=256)),
  `person_cells` String EPHEMERAL '{}',
  `person_pj` JSON(max_dynamic_paths=128) DEFAULT ifNull(accurateCastOrNull(person_cells, 'JSON(max_dynamic_paths=128)'), '{}'::JSON(max_dynamic_paths=128)),
  `mat_$browser` LowCardinality(Nullable(String)) MATERIALIZED pj.`$browser`.:String CODEC(LZ4),
  `mat_$os` LowCardinality(Nullable(String)) MATERIALIZED pj.`$os`.:String CODEC(LZ4),
  `mat_$device_type` LowCardinality(Nullable(String)) MATERIALIZED pj.`$device_type`.:String CODEC(LZ4),
  `mat_$referring_domain` LowCardinality(Nullable(String)) MATERIALIZED pj.`$referring_domain`.:String CODEC(LZ4),
  `mat_$pathname` Nullable(String) MATERIALIZED pj.`$pathname`.:String CODEC(LZ4),
  `mat_$current_url` Nullable(String) MATERIALIZED pj.`$current_url`.:String CODEC(LZ4),
  INDEX uuid_bloom uuid TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = MergeTree()
PARTITION BY if(timestamp >= inserted_at - toIntervalMonth(36) AND timestamp < inserted_at + toIntervalMonth(1), toYYYYMM(timestamp), 0)
ORDER BY (project_id, toDate32(timestamp), event, person_id)
SETTINGS non_replicated_deduplication_window = 10000;

CREATE TABLE IF NOT EXISTS `hedgerow`.`events_by_person` (
  `project_id` Int32,
  `uuid` UUID,
  `event` LowCardinality(String),
  `distinct_id` String CODEC(ZSTD(1)),
  `person_id` UUID,
  `person_mode` LowCardinality(String),
  `timestamp` DateTime64(6, 'UTC') CODEC(Delta(8), ZSTD(1)),
  `sent_at` Nullable(DateTime64(6, 'UTC')) CODEC(ZSTD(1)),
  `received_at` DateTime64(6, 'UTC') CODEC(Delta(8), ZSTD(1)),
  `inserted_at` DateTime64(6, 'UTC') CODEC(Delta(8), ZSTD(1)),
  `properties` String CODEC(ZSTD(1)),
  `derived` String CODEC(ZSTD(1)),
  `person_properties` String CODEC(ZSTD(1)),
  `person_created_at` Nullable(DateTime64(6, 'UTC')) CODEC(ZSTD(1)),
  `group_0` String CODEC(ZSTD(1)),
  `group_1` String CODEC(ZSTD(1)),
  `group_2` String CODEC(ZSTD(1)),
  `group_3` String CODEC(ZSTD(1)),
  `group_4` String CODEC(ZSTD(1)),
  `session_id` String CODEC(ZSTD(1)),
  `window_id` String CODEC(ZSTD(1)),
  `elements_chain` String CODEC(ZSTD(1)),
  `lib` LowCardinality(String),
  INDEX distinct_id_bloom distinct_id TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = MergeTree()
PARTITION BY if(timestamp >= inserted_at - toIntervalMonth(36) AND timestamp < inserted_at + toIntervalMonth(1), toYYYYMM(timestamp), 0)
ORDER BY (project_id, person_id, timestamp)
SETTINGS non_replicated_deduplication_window = 10000;

CREATE TABLE IF NOT EXISTS `hedgerow`.`persons` (
  `project_id` Int32,
  `id` UUID,
  `created_at` DateTime64(6, 'UTC'),
  `properties` String CODEC(ZSTD(1)),
  `cells` String EPHEMERAL '{}',
  `pj` JSON(max_dynamic_paths=256) DEFAULT ifNull(accurateCastOrNull(cells, 'JSON(max_dynamic_paths=256)'), '{}'::JSON(max_dynamic_paths=256)),
  `is_identified` Bool,
  `version` Int64,
  `position` UInt64,
  `is_deleted` UInt8
) ENGINE = ReplacingMergeTree(position, is_deleted)
ORDER BY (project_id, id)
SETTINGS non_replicated_deduplication_window = 10000;

CREATE TABLE IF NOT EXISTS `hedgerow`.`person_distinct_ids` (
  `project_id` Int32,
  `distinct_id` String CODEC(ZSTD(1)),
  `person_id` UUID,
  `position` UInt64,
  `is_deleted` UInt8
) ENGINE = ReplacingMergeTree(position, is_deleted)
ORDER BY (project_id, distinct_id)
SETTINGS non_replicated_deduplication_window = 10000;

CREATE TABLE IF NOT EXISTS `hedgerow`.`person_overrides` (
  `project_id` Int32,
  `old_person_id` UUID,
  `person_id` UUID,
  `position` UInt64,
  `is_deleted` UInt8
) ENGINE = ReplacingMergeTree(position, is_deleted)
ORDER BY (project_id, old_person_id)
SETTINGS non_replicated_deduplication_window = 10000;

CREATE TABLE IF NOT EXISTS `hedgerow`.`groups` (
  `project_id` Int32,
  `group_type_index` UInt8,
  `group_key` String CODEC(ZSTD(1)),
  `created_at` DateTime64(6, 'UTC'),
  `updated_at` DateTime64(6, 'UTC'),
  `properties` String CODEC(ZSTD(1)),
  `cells` String EPHEMERAL '{}',
  `pj` JSON(max_dynamic_paths=256) DEFAULT ifNull(accurateCastOrNull(cells, 'JSON(max_dynamic_paths=256)'), '{}'::JSON(max_dynamic_paths=256)),
  `position` UInt64,
  `is_deleted` UInt8
) ENGINE = ReplacingMergeTree(position, is_deleted)
ORDER BY (project_id, group_type_index, group_key)
SETTINGS non_replicated_deduplication_window = 10000;

CREATE TABLE IF NOT EXISTS `hedgerow`.`cohort_members` (
  `project_id` Int32,
  `cohort_id` Int32,
  `person_id` UUID,
  `position` UInt64,
  `is_deleted` UInt8
) ENGINE = ReplacingMergeTree(position, is_deleted)
ORDER BY (project_id, cohort_id, person_id)
SETTINGS non_replicated_deduplication_window = 10000;

CREATE TABLE IF NOT EXISTS `hedgerow`.`dead_letters` (
  `project_id` Int64,
  `uuid` String,
  `refused_at` DateTime64(3, 'UTC'),
  `batch_id` String,
  `code` Int32,
  `reason` String CODEC(ZSTD(1)),
  `event` String CODEC(ZSTD(1))
) ENGINE = MergeTree()
ORDER BY (project_id, refused_at)
SETTINGS non_replicated_deduplication_window = 10000;

CREATE TABLE IF NOT EXISTS `hedgerow`.`property_reads` (
  `project_id` Int32,
  `day` Date,
  `key` String CODEC(ZSTD(1)),
  `queries` UInt64,
  `rows_read` UInt64
) ENGINE = SummingMergeTree()
ORDER BY (project_id, day, key)
TTL day + toIntervalDay(30)
SETTINGS non_replicated_deduplication_window = 10000;

CREATE MATERIALIZED VIEW IF NOT EXISTS `hedgerow`.`events_by_person_view` TO `hedgerow`.`events_by_person`
AS SELECT `project_id`, `uuid`, `event`, `distinct_id`, `person_id`, `person_mode`, `timestamp`, `sent_at`, `received_at`, `inserted_at`, `properties`, `derived`, `person_properties`, `person_created_at`, `group_0`, `group_1`, `group_2`, `group_3`, `group_4`, `session_id`, `window_id`, `elements_chain`, `lib` FROM `hedgerow`.`events`;

ALTER TABLE `hedgerow`.`events`
MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;

ALTER TABLE `hedgerow`.`events_by_person`
MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;

ALTER TABLE `hedgerow`.`persons`
MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;

ALTER TABLE `hedgerow`.`person_distinct_ids`
MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;

ALTER TABLE `hedgerow`.`person_overrides`
MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;

ALTER TABLE `hedgerow`.`groups`
MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;

ALTER TABLE `hedgerow`.`cohort_members`
MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;

ALTER TABLE `hedgerow`.`dead_letters`
MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;

ALTER TABLE `hedgerow`.`property_reads`
MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;

ALTER TABLE `hedgerow`.`events` ADD COLUMN IF NOT EXISTS `mat_plan%20type` LowCardinality(Nullable(String)) MATERIALIZED pj.`plan%20type`.:String CODEC(LZ4);

ALTER TABLE `hedgerow`.`events` MATERIALIZE COLUMN `mat_plan%20type`;
