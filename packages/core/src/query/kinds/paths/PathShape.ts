/** The part of a session that is its path. */

/** The start, the end and the length of paths. */
export interface PathShape {
  /** A path begins with the first of these; a session without one has none. */
  readonly start: string | undefined
  /** A path ends with the first of these; a session without one has none. */
  readonly end: string | undefined
  /** Of a long path without points the last steps are kept, not the first. */
  readonly keepsLast: boolean
  readonly steps: number
  /** The microseconds without an event after which a session is over. */
  readonly gap: number
}

/** One step of a path. */
export interface PathStep {
  readonly item: string
  readonly time: number
}

/** Stands for the steps in the middle of a long path between two points. */
const elided = "..."

/** A point may be written with the slash that pages lose. */
const withoutSlash = (point: string): string => point.length > 1 && point.endsWith("/") ? point.slice(0, -1) : point

/** The items that a point means. */
export const spellingsOf = (point: string): ReadonlyArray<string> => [point, withoutSlash(point)]

const isPoint = (point: string, item: string): boolean => item === point || item === withoutSlash(point)

interface Path {
  readonly see: (step: PathStep) => void
  readonly end: () => ReadonlyArray<PathStep>
}

/** The first steps. */
const firstSteps = (most: number): Path => {
  const steps: Array<PathStep> = []
  return {
    see: (step) => {
      if (steps.length < most) steps.push(step)
    },
    end: () => steps
  }
}

/** The last steps. */
const lastSteps = (most: number): Path => {
  const steps: Array<PathStep> = []
  return {
    see: (step) => {
      steps.push(step)
      if (steps.length > most) steps.shift()
    },
    end: () => steps
  }
}

/** The first and the last steps, where there are more than `most`. */
const bothEnds = (most: number): Path => {
  const half = Math.floor(most / 2)
  const head: Array<PathStep> = []
  const tail = lastSteps(most - half)
  let seen = 0
  let between: PathStep | undefined
  return {
    see: (step) => {
      if (seen < half) head.push(step)
      else tail.see(step)
      if (seen === half) between = { item: elided, time: step.time }
      seen++
    },
    end: () => {
      if (seen <= most || between === undefined) return [...head, ...tail.end()]
      const last = tail.end()
      return [...head, between, ...last.slice(last.length - half)]
    }
  }
}

const pathOf = ({ end, keepsLast, start, steps }: PathShape): Path => {
  if (start !== undefined && end !== undefined) return bothEnds(steps)
  return end !== undefined || (start === undefined && keepsLast) ? lastSteps(steps) : firstSteps(steps)
}

/** Takes the steps of one session in their order; equal ones in a row are one. No more is kept than the path can have. */
export const makeSession = (shape: PathShape) => {
  const { end, start } = shape
  const path = pathOf(shape)
  let last: string | undefined
  let isOpen = start === undefined
  let isOver = false
  return {
    see: (step: PathStep): void => {
      if (step.item === last) return
      last = step.item
      if (isOver) return
      const begins = !isOpen && start !== undefined && isPoint(start, step.item)
      isOpen ||= begins
      if (!isOpen) return
      path.see(step)
      isOver = !begins && end !== undefined && isPoint(end, step.item)
    },
    end: (): ReadonlyArray<PathStep> => !isOpen || (end !== undefined && !isOver) ? [] : path.end()
  }
}
