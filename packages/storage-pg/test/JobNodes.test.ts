import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import type { Job } from "@hedgerow/core/jobs/Job"
import { handle } from "@hedgerow/core/jobs/JobKind"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import { PgDatabase } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { DateTime, Deferred, Duration, Effect, Layer, Queue, Redacted, Stream } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { dig, idleNode, node, shortLeases } from "./JobNodes.ts"

const enqueue = (n: number) => Effect.flatMap(Jobs, (jobs) => jobs.enqueue(dig, { project: null, payload: { n } }))

const theJobs = Effect.flatMap(Jobs, (jobs) => jobs.list("all", { failed: false, limit: 1000, offset: 0 })).pipe(
  Effect.map((page) => page.items)
)

/** Looks every few milliseconds until the jobs are as they should be. */
const untilJobs = (areRight: (jobs: ReadonlyArray<Job>) => boolean) =>
  theJobs.pipe(
    Effect.tap(Effect.sleep("10 millis")),
    Effect.repeat({ until: areRight })
  )

it.live("two nodes on one database share 200 jobs, and each job runs once", () =>
  Effect.gen(function*() {
    const runs: Array<readonly [node: string, n: number]> = []
    const digger = (name: string) =>
      handle(dig, ({ n }) =>
        Effect.suspend(() => {
          runs.push([name, n])
          return Effect.sleep("1 millis")
        }))
    yield* Layer.build(node(digger("first")))
    yield* Layer.build(node(digger("second")))
    yield* Effect.gen(function*() {
      yield* Effect.forEach(Array.from({ length: 200 }, (_, n) => n), enqueue, { concurrency: 8, discard: true })
      yield* untilJobs((jobs) => jobs.length === 0)
    }).pipe(Effect.provide(idleNode))
    assert.deepStrictEqual(runs.map(([, n]) => n).toSorted((a, b) => a - b), Array.from({ length: 200 }, (_, n) => n))
    const shares = ["first", "second"].map((name) => runs.filter(([node]) => node === name).length)
    assert.isAbove(Math.min(...shares), 0, `both worked: ${shares.join(" and ")}`)
  }).pipe(Effect.scoped, Effect.provide(PgTest.layer)))

it.live("a job enqueued on one node wakes another node's worker at once, not at its next look", () =>
  Effect.gen(function*() {
    const dug = yield* Queue.unbounded<number>()
    yield* Layer.build(node(handle(dig, ({ n }) => Queue.offer(dug, n))))
    const [time] = yield* Effect.timed(
      Effect.forEach([1, 2, 3, 4], (n) => Effect.andThen(enqueue(n), Queue.take(dug))).pipe(Effect.provide(idleNode))
    )
    // Looking alone, every five seconds, would take fifteen.
    assert.isBelow(Duration.toSeconds(time), 4)
  }).pipe(Effect.scoped, Effect.provide(PgTest.layer)))

/** Another process, which takes a job and never ends it. */
const spawnOwner = Effect.gen(function*() {
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const { url } = yield* PgDatabase.PgDatabase
  const file = new URL("JobOwner.ts", import.meta.url).pathname
  return yield* spawner.spawn(ChildProcess.make(process.execPath, [file, Redacted.value(url)], { stderr: "inherit" }))
})

it.live("a killed process's job is taken over when its lease is over, and never while the process lives", () =>
  Effect.gen(function*() {
    const taken = yield* Deferred.make<Job>()
    const child = yield* spawnOwner
    yield* enqueue(1)
    // On a busy machine a warning about a look that took too long may come before.
    const line = yield* child.stdout.pipe(
      Stream.decodeText(),
      Stream.splitLines,
      Stream.filter((text) => text.startsWith("digging")),
      Stream.take(1),
      Stream.runCollect
    )
    assert.deepStrictEqual([...line], ["digging 1"])
    yield* Layer.build(node(handle(dig, (_, job) => Deferred.succeed(taken, job)), shortLeases))

    // Its heartbeats carry it over the end of its first lease.
    const claimed = (yield* theJobs)[0]?.leased_until ?? DateTime.makeUnsafe(0)
    const lease = Duration.toMillis(shortLeases.lease)
    const later = DateTime.add(claimed, { milliseconds: lease })
    yield* untilJobs(([job]) => job !== undefined && DateTime.isGreaterThan(job.leased_until ?? claimed, later))
    assert.isFalse(yield* Deferred.isDone(taken))
    assert.deepStrictEqual((yield* theJobs).map((job) => job.attempts), [1])

    yield* child.kill({ killSignal: "SIGKILL" }).pipe(Effect.ignore)
    const last = (yield* theJobs)[0]?.leased_until ?? claimed
    const job = yield* Deferred.await(taken)
    assert.deepStrictEqual([job.payload, job.attempts, job.lease], [{ n: 1 }, 2, 2])
    assert.isTrue(DateTime.isGreaterThanOrEqualTo(yield* DateTime.now, last), "not before the lease was over")
    yield* untilJobs((jobs) => jobs.length === 0)
  }).pipe(Effect.scoped, Effect.provide(idleNode), Effect.provide([PgTest.layer, NodeServices.layer])))
