/** Prompts about the shop and their SQL, in one line. */
export const understood: ReadonlyArray<readonly [prompt: string, sql: string]> = [
  [
    "signups by browser and day",
    "SELECT toStartOfDay(timestamp) AS day, properties.$browser, count() AS count FROM events WHERE event = 'sign up' GROUP BY day, properties.$browser ORDER BY day, count DESC, properties.$browser LIMIT 10000"
  ],
  [
    "pageviews by day and browser",
    "SELECT toStartOfDay(timestamp) AS day, properties.$browser, count() AS count FROM events WHERE event = '$pageview' GROUP BY day, properties.$browser ORDER BY day, count DESC, properties.$browser LIMIT 10000"
  ],
  [
    "signups since 2024-01-01 before 2024-02-01",
    "SELECT count() AS count FROM events WHERE event = 'sign up' AND timestamp >= toDateTime('2024-01-01 00:00:00') AND timestamp < toDateTime('2024-02-01 00:00:00')"
  ],
  [
    "number of signups by brower",
    "SELECT properties.$browser, count() AS count FROM events WHERE event = 'sign up' GROUP BY properties.$browser ORDER BY count DESC, properties.$browser"
  ],
  ["how many sign ups", "SELECT count() AS count FROM events WHERE event = 'sign up'"],
  ["number of signups", "SELECT count() AS count FROM events WHERE event = 'sign up'"],
  [
    "pageviews per day",
    "SELECT toStartOfDay(timestamp) AS day, count() AS count FROM events WHERE event = '$pageview' GROUP BY day ORDER BY day LIMIT 10000"
  ],
  [
    "signups per day in the last 30 days",
    "SELECT toStartOfDay(timestamp) AS day, count() AS count FROM events WHERE event = 'sign up' AND timestamp >= now() - INTERVAL 30 DAY GROUP BY day ORDER BY day LIMIT 10000"
  ],
  [
    "unique users who signed up per week",
    "SELECT toStartOfWeek(timestamp) AS week, count(DISTINCT person_id) AS users FROM events WHERE event = 'sign up' GROUP BY week ORDER BY week LIMIT 10000"
  ],
  [
    "users per month",
    "SELECT toStartOfMonth(timestamp) AS month, count(DISTINCT person_id) AS users FROM events GROUP BY month ORDER BY month LIMIT 10000"
  ],
  [
    "daily active users",
    "SELECT toStartOfDay(timestamp) AS day, count(DISTINCT person_id) AS users FROM events GROUP BY day ORDER BY day LIMIT 10000"
  ],
  [
    "weekly active users in the last 12 weeks",
    "SELECT toStartOfWeek(timestamp) AS week, count(DISTINCT person_id) AS users FROM events WHERE timestamp >= now() - INTERVAL 12 WEEK GROUP BY week ORDER BY week LIMIT 10000"
  ],
  [
    "monthly active users this year",
    "SELECT toStartOfMonth(timestamp) AS month, count(DISTINCT person_id) AS users FROM events WHERE timestamp >= toStartOfYear(now()) GROUP BY month ORDER BY month LIMIT 10000"
  ],
  [
    "how many unique visitors yesterday?",
    "SELECT count(DISTINCT person_id) AS users FROM events WHERE timestamp >= toStartOfDay(now()) - INTERVAL 1 DAY AND timestamp < toStartOfDay(now())"
  ],
  [
    "top 10 browsers",
    "SELECT properties.$browser, count() AS count FROM events GROUP BY properties.$browser ORDER BY count DESC, properties.$browser LIMIT 10"
  ],
  [
    "top 5 browsers by unique users",
    "SELECT properties.$browser, count(DISTINCT person_id) AS users FROM events GROUP BY properties.$browser ORDER BY users DESC, properties.$browser LIMIT 5"
  ],
  [
    "top 5 plans by number of purchases in the last 7 days",
    "SELECT properties.plan, count() AS count FROM events WHERE event = 'purchase' AND timestamp >= now() - INTERVAL 7 DAY GROUP BY properties.plan ORDER BY count DESC, properties.plan LIMIT 5"
  ],
  [
    "most common browsers for pageviews",
    "SELECT properties.$browser, count() AS count FROM events WHERE event = '$pageview' GROUP BY properties.$browser ORDER BY count DESC, properties.$browser LIMIT 10"
  ],
  [
    "pageviews by browser",
    "SELECT properties.$browser, count() AS count FROM events WHERE event = '$pageview' GROUP BY properties.$browser ORDER BY count DESC, properties.$browser"
  ],
  [
    "pageviews by browser and country",
    "SELECT properties.$browser, properties.country, count() AS count FROM events WHERE event = '$pageview' GROUP BY properties.$browser, properties.country ORDER BY count DESC, properties.$browser, properties.country"
  ],
  [
    "signups broken down by utm source over time",
    "SELECT toStartOfDay(timestamp) AS day, properties.`utm source`, count() AS count FROM events WHERE event = 'sign up' GROUP BY day, properties.`utm source` ORDER BY day, count DESC, properties.`utm source` LIMIT 10000"
  ],
  [
    "average amount of purchases",
    "SELECT avg(toFloat(properties.amount)) AS average FROM events WHERE event = 'purchase'"
  ],
  [
    "average amount of purchases by plan",
    "SELECT properties.plan, avg(toFloat(properties.amount)) AS average FROM events WHERE event = 'purchase' GROUP BY properties.plan ORDER BY average DESC, properties.plan"
  ],
  [
    "sum of order value for order completed per month",
    "SELECT toStartOfMonth(timestamp) AS month, sum(toFloat(properties.order_value)) AS total FROM events WHERE event = 'order_completed' GROUP BY month ORDER BY month LIMIT 10000"
  ],
  [
    "total purchases last month",
    "SELECT count() AS count FROM events WHERE event = 'purchase' AND timestamp >= toStartOfMonth(now()) - INTERVAL 1 MONTH AND timestamp < toStartOfMonth(now())"
  ],
  [
    "total amount of purchases last month",
    "SELECT sum(toFloat(properties.amount)) AS total FROM events WHERE event = 'purchase' AND timestamp >= toStartOfMonth(now()) - INTERVAL 1 MONTH AND timestamp < toStartOfMonth(now())"
  ],
  [
    "max load time by browser",
    "SELECT properties.$browser, max(toFloat(properties.loadTime)) AS maximum FROM events GROUP BY properties.$browser ORDER BY maximum DESC, properties.$browser"
  ],
  [
    "median amount by plan where plan is set",
    "SELECT properties.plan, median(toFloat(properties.amount)) AS median FROM events WHERE isNotNull(properties.plan) GROUP BY properties.plan ORDER BY median DESC, properties.plan"
  ],
  [
    "p90 of load time for pageviews per hour today",
    "SELECT toStartOfHour(timestamp) AS hour, quantile(0.9)(toFloat(properties.loadTime)) AS p90 FROM events WHERE event = '$pageview' AND timestamp >= toStartOfDay(now()) GROUP BY hour ORDER BY hour LIMIT 10000"
  ],
  [
    "purchases where plan is pro",
    "SELECT count() AS count FROM events WHERE event = 'purchase' AND properties.plan = 'pro'"
  ],
  [
    "purchases where plan is \"pro\" or \"team\"",
    "SELECT count() AS count FROM events WHERE event = 'purchase' AND properties.plan IN ('pro', 'team')"
  ],
  [
    "purchases where plan is not free and amount is greater than 100",
    "SELECT count() AS count FROM events WHERE event = 'purchase' AND properties.plan != 'free' AND toFloat(properties.amount) > 100"
  ],
  [
    "purchases where amount >= 10 and amount < 20.5",
    "SELECT count() AS count FROM events WHERE event = 'purchase' AND toFloat(properties.amount) >= 10 AND toFloat(properties.amount) < 20.5"
  ],
  [
    "purchases where amount is between 10 and 20",
    "SELECT count() AS count FROM events WHERE event = 'purchase' AND toFloat(properties.amount) BETWEEN 10 AND 20"
  ],
  [
    "pageviews where current url contains \"/pricing\"",
    "SELECT count() AS count FROM events WHERE event = '$pageview' AND properties.$current_url ILIKE '%/pricing%'"
  ],
  [
    "pageviews where current url starts with https",
    "SELECT count() AS count FROM events WHERE event = '$pageview' AND properties.$current_url ILIKE 'https%'"
  ],
  [
    "pageviews where current url does not contain '50%_off'",
    "SELECT count() AS count FROM events WHERE event = '$pageview' AND properties.$current_url NOT ILIKE '%50\\\\%\\\\_off%'"
  ],
  [
    "purchases where is trial is true",
    "SELECT count() AS count FROM events WHERE event = 'purchase' AND toString(properties.is_trial) = 'true'"
  ],
  [
    "purchases where email ends with \"@example.com\"",
    "SELECT count() AS count FROM events WHERE event = 'purchase' AND person.properties.email ILIKE '%@example.com'"
  ],
  [
    "purchases where is trial is not Yes",
    "SELECT count() AS count FROM events WHERE event = 'purchase' AND toString(properties.is_trial) != 'true'"
  ],
  [
    "top 3 plans by purchases",
    "SELECT properties.plan, count() AS count FROM events WHERE event = 'purchase' GROUP BY properties.plan ORDER BY count DESC, properties.plan LIMIT 3"
  ],
  [
    "purchases with plan Pro in the last 24 hours",
    "SELECT count() AS count FROM events WHERE event = 'purchase' AND properties.plan = 'Pro' AND timestamp >= now() - INTERVAL 24 HOUR"
  ],
  [
    "purchases in country United States by browser",
    "SELECT properties.$browser, count() AS count FROM events WHERE event = 'purchase' AND properties.country = 'United States' GROUP BY properties.$browser ORDER BY count DESC, properties.$browser"
  ],
  [
    "signups where email is not set",
    "SELECT count() AS count FROM events WHERE event = 'sign up' AND isNull(person.properties.email)"
  ],
  [
    "unique users for checkout started since 2025-01-01",
    "SELECT count(DISTINCT person_id) AS users FROM events WHERE event = 'Checkout Started' AND timestamp >= toDateTime('2025-01-01 00:00:00')"
  ],
  [
    "purchases between 2025-01-01 and 2025-03-31 per week",
    "SELECT toStartOfWeek(timestamp) AS week, count() AS count FROM events WHERE event = 'purchase' AND timestamp >= toDateTime('2025-01-01 00:00:00') AND timestamp < toDateTime('2025-03-31 00:00:00') + INTERVAL 1 DAY GROUP BY week ORDER BY week LIMIT 10000"
  ],
  [
    "purchases in 2025 by month",
    "SELECT toStartOfMonth(timestamp) AS month, count() AS count FROM events WHERE event = 'purchase' AND timestamp >= toDateTime('2025-01-01 00:00:00') AND timestamp < toDateTime('2026-01-01 00:00:00') GROUP BY month ORDER BY month LIMIT 10000"
  ],
  [
    "pageviews on 2025-02-03 by hour",
    "SELECT toStartOfHour(timestamp) AS hour, count() AS count FROM events WHERE event = '$pageview' AND timestamp >= toDateTime('2025-02-03 00:00:00') AND timestamp < toDateTime('2025-02-03 00:00:00') + INTERVAL 1 DAY GROUP BY hour ORDER BY hour LIMIT 10000"
  ],
  ["events by event", "SELECT event, count() AS count FROM events GROUP BY event ORDER BY count DESC, event"],
  ["top 20 events", "SELECT event, count() AS count FROM events GROUP BY event ORDER BY count DESC, event LIMIT 20"],
  [
    "top events this week",
    "SELECT event, count() AS count FROM events WHERE timestamp >= toStartOfWeek(now()) GROUP BY event ORDER BY count DESC, event LIMIT 10"
  ],
  [
    "how many events in the last hour",
    "SELECT count() AS count FROM events WHERE timestamp >= toStartOfHour(now()) - INTERVAL 1 HOUR AND timestamp < toStartOfHour(now())"
  ],
  [
    "signups and purchases per day",
    "SELECT toStartOfDay(timestamp) AS day, event, count() AS count FROM events WHERE event IN ('sign up', 'purchase') GROUP BY day, event ORDER BY day, count DESC, event LIMIT 10000"
  ],
  [
    "signups or purchases per day",
    "SELECT toStartOfDay(timestamp) AS day, count() AS count FROM events WHERE event IN ('sign up', 'purchase') GROUP BY day ORDER BY day LIMIT 10000"
  ],
  [
    "how many events happened yesterday?",
    "SELECT count() AS count FROM events WHERE timestamp >= toStartOfDay(now()) - INTERVAL 1 DAY AND timestamp < toStartOfDay(now())"
  ],
  ["number of distinct plans", "SELECT count(DISTINCT properties.plan) AS distinct_values FROM events"],
  [
    "how many sessions per day",
    "SELECT toStartOfDay(timestamp) AS day, count(DISTINCT nullIf($session_id, '')) AS sessions FROM events GROUP BY day ORDER BY day LIMIT 10000"
  ],
  [
    "how many users purchased last week",
    "SELECT count(DISTINCT person_id) AS users FROM events WHERE event = 'purchase' AND timestamp >= toStartOfWeek(now()) - INTERVAL 1 WEEK AND timestamp < toStartOfWeek(now())"
  ],
  [
    "user plan breakdown of purchases",
    "SELECT person.properties.plan, count() AS count FROM events WHERE event = 'purchase' GROUP BY person.properties.plan ORDER BY count DESC, person.properties.plan"
  ],
  [
    "purchases by user plan",
    "SELECT person.properties.plan, count() AS count FROM events WHERE event = 'purchase' GROUP BY person.properties.plan ORDER BY count DESC, person.properties.plan"
  ],
  [
    "purchaces per day",
    "SELECT toStartOfDay(timestamp) AS day, count() AS count FROM events WHERE event = 'purchase' GROUP BY day ORDER BY day LIMIT 10000"
  ],
  [
    "sign up by broswer",
    "SELECT properties.$browser, count() AS count FROM events WHERE event = 'sign up' GROUP BY properties.$browser ORDER BY count DESC, properties.$browser"
  ],
  [
    "video played per day for the last 2 weeks",
    "SELECT toStartOfDay(timestamp) AS day, count() AS count FROM events WHERE event = 'Video Played' AND timestamp >= now() - INTERVAL 2 WEEK GROUP BY day ORDER BY day LIMIT 10000"
  ],
  [
    "bottom 3 plans by average amount",
    "SELECT properties.plan, avg(toFloat(properties.amount)) AS average FROM events GROUP BY properties.plan ORDER BY average ASC, properties.plan LIMIT 3"
  ],
  [
    "daily trend of purchases where country is Germany or France",
    "SELECT toStartOfDay(timestamp) AS day, count() AS count FROM events WHERE event = 'purchase' AND properties.country IN ('Germany', 'France') GROUP BY day ORDER BY day LIMIT 10000"
  ],
  [
    "purchases where tags contains sale",
    "SELECT count() AS count FROM events WHERE event = 'purchase' AND properties.tags ILIKE '%sale%'"
  ],
  [
    "What's the average order value per month in 2025?",
    "SELECT toStartOfMonth(timestamp) AS month, avg(toFloat(properties.order_value)) AS average FROM events WHERE timestamp >= toDateTime('2025-01-01 00:00:00') AND timestamp < toDateTime('2026-01-01 00:00:00') GROUP BY month ORDER BY month LIMIT 10000"
  ],
  [
    "show me the number of unique users per plan for sign ups this month",
    "SELECT properties.plan, count(DISTINCT person_id) AS users FROM events WHERE event = 'sign up' AND timestamp >= toStartOfMonth(now()) GROUP BY properties.plan ORDER BY users DESC, properties.plan"
  ],
  [
    "events by plan, browser and country limit 20",
    "SELECT properties.plan, properties.$browser, properties.country, count() AS count FROM events GROUP BY properties.plan, properties.$browser, properties.country ORDER BY count DESC, properties.plan, properties.$browser, properties.country LIMIT 20"
  ],
  [
    "sum of amount per browser where order value is at least 20 and plan is one of pro, team",
    "SELECT properties.$browser, sum(toFloat(properties.amount)) AS total FROM events WHERE toFloat(properties.order_value) >= 20 AND properties.plan IN ('pro', 'team') GROUP BY properties.$browser ORDER BY total DESC, properties.$browser"
  ]
]

/** Prompts that are not understood, and the reasons. */
export const unclear: ReadonlyArray<readonly [prompt: string, reason: string]> = [
  ["sum of order value for completed orders", "Not understood: \"completed\", \"orders\"."],
  ["minimum age of users", "More than one measure is asked for: minimum, users."],
  ["events from Germany", "Not understood: \"Germany\"."],
  ["how many bananas", "Not understood: \"bananas\"."],
  ["signups per user", "Not understood: \"per\"."],
  ["conversion rate from signup to purchase", "Not understood: \"conversion\", \"rate\"."],
  ["signups without plan", "Not understood: \"without\", \"plan\"."],
  ["average plan", "The property \"plan\" is not numeric."],
  [
    "users who signed up and purchased",
    "Whether all of the events are meant or one of them is not said: write \"or\" between them."
  ],
  ["signups or purchases and pageviews", "\"and\" and \"or\" are mixed."],
  ["signups on 2025-02-31", "\"2025-02-31\" is no date."],
  ["by browser", "What is to be counted or computed is not said."],
  ["show me the", "Nothing is asked for."],
  ["percentage of users who signed up", "Not understood: \"percentage\"."],
  ["signups per day per week", "More than one length of time is asked for: day, week."],
  ["count of purchases excluding plan free", "Not understood: \"excluding\", \"plan\", \"free\"."],
  ["pageviews by banana", "Not understood: \"banana\"."],
  ["returned users", "Not understood: \"returned\"."],
  ["signups by users", "Not understood: \"by\"."],
  ["which plan is popular for purchases", "Not understood: \"plan\", \"popular\"."],
  ["signups by day of week", "Not understood: \"week\"."],
  ["total amount by plan for top 5 browsers", "Whether each group has its own first rows is not said."],
  ["purchases where plan is pro or country is Germany", "Not understood: \"Germany\"."],
  ["purchases where is trial is maybe", "The property \"is_trial\" is true or false, not \"maybe\"."],
  ["sign ups this week and last week", "More than one period is asked for."],
  ["average amount per purchase", "Not understood: \"per\"."],
  ["top 5 users", "What the rows are to be is not said."],
  ["growth of signups", "Not understood: \"growth\"."],
  ["purchases with plan today", "Not understood: \"plan\"."],
  ["logged in users per day", "Not understood: \"logged\"."],
  ["not signups", "Not understood: \"not\"."],
  ["number of new users", "Not understood: \"new\"."],
  ["users who did not sign up", "Not understood: \"not\"."],
  ["average purchases per day", "Not understood: \"average\"."],
  ["unique signups", "Not understood: \"unique\"."],
  ["how often was the event Video Played seen yesterday", "Not understood: \"seen\"."],
  ["revenue by plan", "Not understood: \"revenue\"."],
  ["count of pageviews by event or plan", "Not understood: \"or\", \"plan\"."]
]

/** The current prompt or SQL, the prompt that changes it, and the SQL in one line. */
export const changed: ReadonlyArray<readonly [current: string, prompt: string, sql: string]> = [
  [
    "signups per day",
    "only for plan is pro",
    "SELECT toStartOfDay(timestamp) AS day, count() AS count FROM events WHERE and(equals(event, 'sign up'), equals(properties.plan, 'pro')) GROUP BY day ORDER BY day ASC LIMIT 10000"
  ],
  [
    "signups per day",
    "only where plan is pro",
    "SELECT toStartOfDay(timestamp) AS day, count() AS count FROM events WHERE and(equals(event, 'sign up'), equals(properties.plan, 'pro')) GROUP BY day ORDER BY day ASC LIMIT 10000"
  ],
  [
    "signups per day",
    "last 30 days",
    "SELECT toStartOfDay(timestamp) AS day, count() AS count FROM events WHERE and(equals(event, 'sign up'), greaterOrEquals(timestamp, minus(now(), toIntervalDay(30)))) GROUP BY day ORDER BY day ASC LIMIT 10000"
  ],
  [
    "signups in the last 7 days",
    "last 30 days",
    "SELECT count() AS count FROM events WHERE and(equals(event, 'sign up'), greaterOrEquals(timestamp, minus(now(), toIntervalDay(30))))"
  ],
  ["signups in the last 7 days", "all time", "SELECT count() AS count FROM events WHERE equals(event, 'sign up')"],
  [
    "signups",
    "by browser",
    "SELECT properties.$browser, count() AS count FROM events WHERE equals(event, 'sign up') GROUP BY properties.$browser ORDER BY count DESC"
  ],
  [
    "signups per day",
    "by browser",
    "SELECT toStartOfDay(timestamp) AS day, properties.$browser, count() AS count FROM events WHERE equals(event, 'sign up') GROUP BY day, properties.$browser ORDER BY day ASC, count DESC LIMIT 10000"
  ],
  [
    "signups per day",
    "per week",
    "SELECT toStartOfWeek(timestamp) AS week, count() AS count FROM events WHERE equals(event, 'sign up') GROUP BY week ORDER BY week ASC LIMIT 10000"
  ],
  [
    "signups per day by browser",
    "weekly",
    "SELECT toStartOfWeek(timestamp) AS week, properties.$browser, count() AS count FROM events WHERE equals(event, 'sign up') GROUP BY week, properties.$browser ORDER BY week ASC, count DESC, properties.$browser ASC LIMIT 10000"
  ],
  [
    "signups by browser",
    "top 3",
    "SELECT properties.$browser, count() AS count FROM events WHERE equals(event, 'sign up') GROUP BY properties.$browser ORDER BY count DESC, properties.$browser ASC LIMIT 3"
  ],
  [
    "signups by browser",
    "only purchases",
    "SELECT properties.$browser, count() AS count FROM events WHERE equals(event, 'purchase') GROUP BY properties.$browser ORDER BY count DESC, properties.$browser ASC"
  ],
  [
    "signups by browser",
    "as unique users instead",
    "SELECT properties.$browser, count(DISTINCT person_id) AS users FROM events WHERE equals(event, 'sign up') GROUP BY properties.$browser ORDER BY users DESC, properties.$browser ASC"
  ],
  [
    "signups by browser",
    "now average amount",
    "SELECT properties.$browser, avg(toFloat(properties.amount)) AS average FROM events WHERE equals(event, 'sign up') GROUP BY properties.$browser ORDER BY average DESC, properties.$browser ASC"
  ],
  [
    "signups by browser",
    "purchases by plan",
    "SELECT properties.plan, count() AS count FROM events WHERE event = 'purchase' GROUP BY properties.plan ORDER BY count DESC, properties.plan"
  ],
  [
    "top 5 browsers by unique users",
    "this week",
    "SELECT properties.$browser, count(DISTINCT person_id) AS users FROM events WHERE greaterOrEquals(timestamp, toStartOfWeek(now())) GROUP BY properties.$browser ORDER BY users DESC, properties.$browser ASC LIMIT 5"
  ],
  [
    "SELECT event, timestamp FROM events WHERE event = 'a' OR event = 'b'",
    "only where plan is pro",
    "SELECT event, timestamp FROM events WHERE and(or(equals(event, 'a'), equals(event, 'b')), equals(properties.plan, 'pro'))"
  ],
  [
    "SELECT event, count() FROM events GROUP BY event ORDER BY 2 DESC",
    "top 7",
    "SELECT event, count() FROM events GROUP BY event ORDER BY count() DESC, 2 DESC LIMIT 7"
  ]
]

/** Changes that are not made, and the reasons. */
export const unchanged: ReadonlyArray<readonly [current: string, prompt: string, reason: string]> = [
  ["signups by browser", "add purchases", "Only filters and groups can be added."],
  ["signups by browser", "also unique users", "Only filters and groups can be added."],
  [
    "SELECT event, count() FROM events GROUP BY event ORDER BY 2 DESC",
    "by browser",
    "The current query orders by the position of a column."
  ],
  ["signups by browser", "make it banana", "Not understood: \"banana\"."],
  [
    "SELECT event, timestamp FROM events WHERE event = 'a' OR event = 'b'",
    "by browser",
    "The current query does not compute one value for each group."
  ],
  [
    "SELECT event, timestamp FROM events WHERE event = 'a' OR event = 'b'",
    "only signups",
    "The conditions on event in the current query cannot be replaced."
  ],
  ["SELECT 1", "by browser", "The current query is not a simple SELECT from events."],
  [
    "SELECT count() FROM events e JOIN persons p ON e.person_id = p.id",
    "last 7 days",
    "The current query is not a simple SELECT from events."
  ],
  ["SELECT FROM", "last 7 days", "The current query is no SQL of the dialect."],
  [
    "SELECT count() FROM events WHERE toDate(timestamp) = '2024-01-01'",
    "last 7 days",
    "The conditions on timestamp in the current query cannot be replaced."
  ],
  [
    "SELECT count() FROM events WHERE timestamp BETWEEN now() AND now()",
    "last 7 days",
    "The conditions on timestamp in the current query cannot be replaced."
  ],
  ["WITH 1 AS x SELECT count() FROM events", "last 7 days", "The current query is not a simple SELECT from events."]
]
