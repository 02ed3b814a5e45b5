/** One pass over the steps of all actors, of which one session at a time is kept. */
import { makeSession, type PathShape, type PathStep } from "./PathShape.ts"

/** Takes actors one after another, each with its steps in their order; `found` gets the path of each session. */
export const makePathPass = (shape: PathShape, found: (path: ReadonlyArray<PathStep>, actor: string) => void) => {
  let actor: string | undefined
  let time = 0
  let session = makeSession(shape)
  const close = () => {
    const path = session.end()
    if (actor !== undefined && path.length > 0) found(path, actor)
    session = makeSession(shape)
  }
  return {
    see: (one: string, step: PathStep): void => {
      if (one !== actor || step.time - time >= shape.gap) close()
      actor = one
      time = step.time
      session.see(step)
    },
    end: close
  }
}
