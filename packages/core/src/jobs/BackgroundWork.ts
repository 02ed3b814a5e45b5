import { Cause, Context, Data } from "effect"

/**
 * Whether somebody does the background work of this storage: this process or another one. An application that composes the
 * domain without `Workers.layer`, beside no process that has it, says no; what would then be queued for ever is refused.
 */
export class HasWorkers extends Context.Reference<boolean>("@hedgerow/core/jobs/BackgroundWork/HasWorkers", {
  defaultValue: () => true
}) {}

/** A job was to be queued where nobody does jobs: a defect of the composition, whose caller cannot mend it. */
export class WorkersMissing extends Data.TaggedError("WorkersMissing")<{
  /** The kind of the job. */
  readonly kind: string
}> {
  override get message(): string {
    return `This request needs work in the background (${this.kind}), and nobody does any here: `
      + "Hedgerow was made with `workers: false`."
  }
}

/** The missing workers that a cause reports, if it does. */
export const workersMissingIn = ({ reasons }: Cause.Cause<unknown>): WorkersMissing | undefined => {
  for (const reason of reasons) {
    if (Cause.isDieReason(reason) && reason.defect instanceof WorkersMissing) return reason.defect
  }
  return undefined
}
