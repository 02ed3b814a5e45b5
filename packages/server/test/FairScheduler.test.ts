import { assert, it } from "@effect/vitest"
import { FairScheduler, Slices } from "@hedgerow/server/listener/FairScheduler"
import { Effect } from "effect"
import { Scheduler } from "effect/Scheduler"

/** A clock that work moves, and a loop that notes when others run. */
const fakeLoop = () => {
  const loop = { time: 0, log: [] as Array<string>, later: [] as Array<() => void> }
  return {
    ...loop,
    work: (name: string, millis: number) => () => {
      loop.time += millis
      loop.log.push(name)
    },
    log: loop.log,
    parts: { now: () => loop.time, afterOthers: (run: () => void) => void loop.later.push(run) },
    turn: () => {
      loop.log.push("others")
      for (const run of loop.later.splice(0)) run()
    },
    isIdle: () => loop.later.length === 0
  }
}

it("long steps of many fibers are a slice each, short ones share one", () => {
  const { isIdle, log, parts, turn, work } = fakeLoop()
  const schedule = new Slices(parts).ofFiber()
  for (const name of ["a", "b", "c"]) schedule(work(name, 40))
  for (const name of ["d", "e", "f", "g"]) schedule(work(name, 3))
  while (!isIdle()) turn()
  assert.deepStrictEqual(log, ["others", "a", "others", "b", "others", "c", "others", "d", "e", "f", "others", "g"])
})

it("fibers whose last step was long let others go first, and have their turn after four slices", () => {
  const { isIdle, log, parts, turn, work } = fakeLoop()
  const slices = new Slices(parts)
  const long = ["a", "b"].map((name) => {
    const schedule = slices.ofFiber()
    return () => schedule(work(name, 40))
  })
  const others = slices.ofFiber()
  const short = (left: number): void => void (left > 0 && others(() => (work("s", 8)(), short(left - 1))))
  for (const start of long) start()
  turn()
  turn()
  for (const start of long) start()
  short(6)
  log.length = 0
  while (!isIdle()) turn()
  const withoutOthers = log.filter((name) => name !== "others")
  assert.deepStrictEqual(withoutOthers, ["s", "s", "a", "s", "s", "s", "s", "b"])
})

it("steps that come meanwhile wait for the next slice, those that are called off are left out", () => {
  const { isIdle, log, parts, turn, work } = fakeLoop()
  const schedule = new Slices(parts).ofFiber()
  schedule(() => {
    work("a", 1)()
    schedule(work("later", 1))
  })
  const callOff = schedule(work("never", 1))
  schedule(work("b", 1))
  callOff()
  while (!isIdle()) turn()
  assert.deepStrictEqual(log, ["others", "a", "b", "others", "later"])
})

it("a step that fails does not keep the others", () => {
  const { isIdle, log, parts, turn, work } = fakeLoop()
  const schedule = new Slices(parts).ofFiber()
  schedule(() => {
    throw new Error("broken")
  })
  schedule(work("a", 1))
  assert.throws(turn, "broken")
  while (!isIdle()) turn()
  assert.deepStrictEqual(log, ["others", "others", "a"])
})

it.live("sockets have their turn between the steps of long work that is done side by side", () =>
  Effect.gen(function*() {
    const [fibers, steps] = [8, 5]
    let time = 0
    let turns = 0
    // A request of long steps that yields in between.
    const request = Effect.forEach(
      Array.from({ length: steps }),
      () => Effect.andThen(Effect.yieldNow, Effect.sync(() => void (time += 20))),
      { discard: true }
    )
    const afterOthers = (run: () => void) => {
      setImmediate(() => {
        turns++
        run()
      })
    }
    yield* Effect.all(Array.from({ length: fibers }, () => request), { concurrency: "unbounded" }).pipe(
      Effect.provideService(Scheduler, new FairScheduler({ now: () => time, afterOthers }))
    )
    assert.isAtLeast(turns, fibers * steps)
  }))

it("fibers that sockets resume in one turn share a slice, and what is left waits for the next turns", () => {
  const loop = fakeLoop()
  const scheduler = new FairScheduler(loop.parts)
  const answers: Array<() => void> = []
  const fibers = ["a", "b", "c", "d", "e"].map((name) =>
    Effect.runFork(
      Effect.callback<void>((resume) => void answers.push(() => resume(Effect.void))).pipe(
        Effect.andThen(Effect.sync(loop.work(name, name === "a" ? 3 : 40)))
      ),
      { scheduler }
    )
  )
  // The loop turns once, so that the slice of the fibers' first steps is over.
  while (!loop.isIdle()) loop.turn()
  loop.log.length = 0
  for (const answer of answers) answer()
  assert.deepStrictEqual(loop.log, ["a", "b"])
  while (!loop.isIdle()) loop.turn()
  assert.deepStrictEqual(loop.log, ["a", "b", "others", "c", "others", "d", "others", "e"])
  assert.isTrue(fibers.every((fiber) => fiber.pollUnsafe() !== undefined))
})

it("a fiber of many short operations gives its slice back when it is over", () => {
  const loop = fakeLoop()
  const short = Effect.sync(loop.work("short", 0.1))
  const fiber = Effect.runFork(Effect.forEach(Array.from({ length: 400 }), () => short, { discard: true }), {
    scheduler: new FairScheduler(loop.parts)
  })
  while (!loop.isIdle()) loop.turn()
  assert.isDefined(fiber.pollUnsafe())
  const runs = loop.log.join(" ").split("others").map((run) => run.trim().split(" ").length)
  assert.isAtMost(Math.max(...runs), 80 + 64)
})
