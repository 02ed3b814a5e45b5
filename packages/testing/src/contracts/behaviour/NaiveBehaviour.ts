import type { PastEvent } from "../experiments/History.ts"
import { asked, type AskedBehaviour } from "./BehaviourQuestions.ts"

const hour = 3_600_000_000

/** A number of units before now in Berlin, where the clock was put back an hour two days before. */
const back = (count: number, unit: "day" | "hour" | "week"): number => {
  if (unit === "hour") return asked - count * hour
  const days = unit === "week" ? count * 7 : count
  const changed = Date.UTC(2024, 9, 27, 1) * 1000
  const time = asked - days * 24 * hour
  // Before the change the same time on the clock is an hour earlier.
  return time < changed ? time - hour : time
}

const compare = (count: number, operator: AskedBehaviour["operator"], value: number): boolean => {
  switch (operator) {
    case "lt":
      return count < value
    case "lte":
      return count <= value
    case "gt":
      return count > value
    case "gte":
      return count >= value
    default:
      return count === value
  }
}

/** Whether a person with these events meets the condition. */
export const naiveBehaviour = (condition: AskedBehaviour, all: ReadonlyArray<PastEvent>): boolean => {
  const { operator, operator_value: value = 1, seq_event, time_interval: unit = "day", time_value: count } = condition
  const { seq_time_interval: nextUnit = "day", seq_time_value: nextCount = 1 } = condition
  const past = all.filter(({ time }) => time <= asked)
  const deeds = past.filter(({ name, properties }) =>
    name === condition.key && (condition.event_filters === undefined || properties["plan"] === "pro")
  )
  const from = condition.explicit_datetime === undefined
    ? count === undefined ? -Infinity : back(count, unit)
    : Date.parse(condition.explicit_datetime) * 1000
  const to = condition.explicit_datetime_to === undefined ? asked : Date.parse(condition.explicit_datetime_to) * 1000
  const inTime = deeds.filter(({ time }) => time >= from && time <= to)
  const recently = back(nextCount, nextUnit)
  switch (condition.value) {
    case "performed_event":
      return inTime.length > 0
    case "performed_event_multiple":
      return compare(inTime.length, operator, value)
    case "performed_event_first_time": {
      const first = Math.min(...deeds.map(({ time }) => time))
      return inTime.some(({ time }) => time === first)
    }
    case "performed_event_sequence": {
      const length = nextUnit === "hour" ? hour : 24 * hour
      const local = (time: number) => time + (time < Date.UTC(2024, 9, 27, 1) * 1000 ? 2 : 1) * hour
      const gap = (one: number, two: number) => nextUnit === "hour" ? two - one : local(two) - local(one)
      return inTime.some((one) =>
        past.some((two) =>
          two.name === seq_event && (two.time > one.time || (two.time === one.time && two.uuid > one.uuid)) &&
          gap(one.time, two.time) <= nextCount * length
        )
      )
    }
    case "performed_event_regularly": {
      const met = [0, 1, 2].filter((period) => {
        const [start, end] = [back((period + 1) * (count ?? 1), unit), back(period * (count ?? 1), unit)]
        return compare(deeds.filter(({ time }) => time > start && time <= end).length, operator, value)
      })
      return met.length >= (condition.min_periods ?? 1)
    }
    case "stopped_performing_event":
      return deeds.some(({ time }) => time >= from && time <= recently) && !deeds.some(({ time }) => time > recently)
    case "restarted_performing_event":
      return deeds.some(({ time }) => time <= from) && deeds.some(({ time }) => time > recently) &&
        !deeds.some(({ time }) => time > from && time <= recently)
  }
}
